/** `npm run ledger:check`: proves the ledger from its transfers, and names the first error; the exit code is 1 then. */
import { lockDataDir } from './db/data-dir'
import { openDatabase } from './db/open'
import { checkLedger } from './modules/ledger/check'
import { readDatabase } from './settings'
import { startFailureText } from './start-failure'

async function main() {
  const where = readDatabase(process.env)
  const release = where.kind === 'embedded' ? lockDataDir(where.dataDir) : () => undefined
  try {
    const db = await openDatabase(where.kind === 'embedded' ? { kind: 'folder', dataDir: where.dataDir } : where, {
      demo: null,
    })
    try {
      const began = performance.now()
      const { transfers, error } = await checkLedger(db)
      if (error) {
        console.error(`The ledger is wrong. ${error.charAt(0).toUpperCase()}${error.slice(1)}.`)
        process.exitCode = 1
      } else
        console.log(
          `The ledger is correct: ${transfers} transfers, checked in ${((performance.now() - began) / 1000).toFixed(1)} s.`,
        )
    } finally {
      await db.close()
    }
  } finally {
    release()
  }
}

main().catch((error: unknown) => {
  console.error(startFailureText(error))
  process.exit(1)
})
