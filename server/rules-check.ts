/**
 * `npm run rules:check`: computes wagering, levels and referrals from transfers and rounds, and reports where a stored value differs; the
 * exit code is 1 then.
 */
import { withConfiguredDatabase } from './configured'
import { checkRules } from './platform/records/rules'
import { startFailureText } from './start-failure'

/** Differences of a rule that are printed; the others are counted. */
const MOST = 20

async function main() {
  const { reports, seconds } = await withConfiguredDatabase(async (db) => {
    const began = performance.now()
    return { reports: await checkRules(db, MOST), seconds: (performance.now() - began) / 1000 }
  })
  for (const { rule, count, shown } of reports) {
    console.log(
      `${rule}: ${count === 0 ? 'as the rule says' : `${count} ${count === 1 ? 'difference' : 'differences'}`}`,
    )
    for (const difference of shown) console.log(`  ${difference}`)
    if (count > shown.length) console.log(`  and ${count - shown.length} more`)
  }
  console.log(`Checked in ${seconds.toFixed(1)} s.`)
  if (reports.some(({ count }) => count > 0)) process.exitCode = 1
}

main().catch((error: unknown) => {
  console.error(startFailureText(error))
  process.exit(1)
})
