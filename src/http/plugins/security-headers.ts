import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** Swagger UI runs from here alone, so a strict policy holds for every page. */
export async function securityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        // Swagger UI sets style attributes on its elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // The service speaks plain HTTP; TLS ends in front of it, where this directive belongs.
        upgradeInsecureRequests: null,
      },
    },
    strictTransportSecurity: false,
  })
}
