import { defineConfig } from 'drizzle-kit'

/** Paths are from the root of the repository, where drizzle-kit runs. */
export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './server/db/schema.ts',
    './server/db/ledger-tables.ts',
    './server/db/approval-tables.ts',
    './server/records/*/*.ts',
  ],
  out: './server/db/migrations',
})
