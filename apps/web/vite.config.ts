import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/backoffice/',
  // The server puts a nonce of each answer in its place.
  html: { cspNonce: 'CSP_NONCE' },
  plugins: [react()],
  resolve: { conditions: ['@boardwalk/source', 'module', 'browser', 'development|production'] },
})
