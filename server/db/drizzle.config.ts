import { defineConfig } from 'drizzle-kit'

/** Paths are from the root of the repository, where drizzle-kit runs. */
export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './server/platform/db/schema.ts',
    './server/platform/db/ledger-tables.ts',
    './server/platform/db/approval-tables.ts',
    './server/platform/records/*/*.ts',
  ],
  out: './server/db/migrations',
})
