/** How far a connection is encrypted and its server verified: https://www.postgresql.org/docs/current/libpq-ssl.html */
export const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
export type SslMode = (typeof SSL_MODES)[number]
