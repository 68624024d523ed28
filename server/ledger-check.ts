/** `npm run ledger:check`: proves the ledger from its transfers, and names the first error; the exit code is 1 then. */
import { withConfiguredDatabase } from './configured'
import { checkLedger } from './platform/modules/ledger/check'
import { startFailureText } from './start-failure'
import { nodeHash } from './node/crypto'

async function main() {
  const { transfers, error, seconds } = await withConfiguredDatabase(async (db) => {
    const began = performance.now()
    return { ...(await checkLedger(db, nodeHash)), seconds: (performance.now() - began) / 1000 }
  })
  if (error) {
    console.error(`The ledger is wrong. ${error.charAt(0).toUpperCase()}${error.slice(1)}.`)
    process.exitCode = 1
  } else console.log(`The ledger is correct: ${transfers} transfers, checked in ${seconds.toFixed(1)} s.`)
}

main().catch((error: unknown) => {
  console.error(startFailureText(error))
  process.exit(1)
})
