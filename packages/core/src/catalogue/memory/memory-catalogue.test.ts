import { describeCatalogue } from '../catalogue.suite.ts'
import { createMemoryCatalogue } from './memory-catalogue.ts'

describeCatalogue('memory', { create: async () => createMemoryCatalogue({ error: () => {} }), runs: 100 })
