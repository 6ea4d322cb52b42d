import { fileURLToPath } from 'node:url'
import { Router } from 'express'
import document from '../../openapi.json' with { type: 'json' }

const swaggerUiFolder = fileURLToPath(new URL('.', import.meta.resolve('swagger-ui-dist/package.json')))
/** The files of swagger-ui-dist that the page needs. The package also has other builds, source maps and its own page. */
const swaggerUiFiles = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Boardwalk integration API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<link rel="icon" href="/api/docs/favicon-32x32.png">
</head>
<body>
<div id="swagger-ui"></div>
<noscript>This page needs JavaScript. The same content for programs: <a href="/api/openapi.json">openapi.json</a></noscript>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`

// Without `validatorUrl: null`, Swagger UI would show the document to a server of its makers.
const start = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  validatorUrl: null,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
})
`

// With this policy the browser itself refuses to fetch anything from another server.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Serves the OpenAPI document, and a page to browse it that loads nothing from other servers. */
export function createDocsRoutes(): Router {
  const routes = Router()
    .get('/api/openapi.json', (_req, res) => {
      res.json(document)
    })
    .get('/api/docs', (_req, res) => {
      res.set('content-security-policy', policy).type('html').send(page)
    })
    .get('/api/docs/start.js', (_req, res) => {
      res.type('js').send(start)
    })
  for (const file of swaggerUiFiles) {
    routes.get(`/api/docs/${file}`, (_req, res) => {
      // A browser may keep the file, but must ask each time whether it has changed.
      res.set('cache-control', 'no-cache').sendFile(file, { root: swaggerUiFolder })
    })
  }
  return routes
}
