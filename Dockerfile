# test/e2e/container.test.ts reads this file and does the same, step by step.

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY src ./src
COPY explorer ./explorer
COPY scripts ./scripts
RUN npm run build

FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM node:24-slim
LABEL org.opencontainers.image.title="stowage" \
      org.opencontainers.image.description="Bounded documentation maps for the steps of a workflow engine: exact, explained, over REST." \
      org.opencontainers.image.version="1.0.0" \
      org.opencontainers.image.licenses="Apache-2.0"
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080
WORKDIR /app
# What the service reads beside its code: its version, and the examples that Swagger UI shows.
COPY package.json ./
COPY openapi/examples ./openapi/examples
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/dist-explorer ./dist-explorer
# The only folder that the service writes to: its graphs and runs, where no DATABASE_URL keeps them elsewhere.
RUN mkdir data && chown 1000:1000 data
VOLUME /app/data
# The image's user `node`, by number: Kubernetes can tell that it is not root. Every file above belongs to root, so the
# root file system can be read-only.
USER 1000:1000
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/livez').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Not through npm or a shell: SIGTERM reaches the service itself, which answers what is in flight and ends with 0.
CMD ["node", "dist/main.js"]
