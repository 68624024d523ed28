import { daysBefore, demoId, type RowsOf } from '../rows'

/** Store, platform, and the values that differ. */
const PAIRS = [
  [0, 0, 'AUTOMATED', '10', '500', '1', '0', 'OK'],
  [0, 1, 'AUTOMATED', '10', '500', '1', '1.5', 'OK'],
  [0, 2, 'MANUAL', '5', '300', '1.25', '2', 'UNKNOWN'],
  [0, 4, 'AUTOMATED', '10', '1000', '1', '2', 'DEGRADED'],
  [0, 5, 'MANUAL', '20', '250', '0.9', '0', 'UNKNOWN'],
  [1, 0, 'AUTOMATED', '10', '400', '1', '2.5', 'OK'],
  [1, 3, 'MANUAL', '5', '200', '1', '0', 'UNKNOWN'],
  [1, 5, 'AUTOMATED', '15', '600', '1.1', '1', 'DOWN'],
  [2, 1, 'AUTOMATED', '10', '500', '1', '1.5', 'OK'],
  [2, 6, 'MANUAL', '10', '150', '1', '3', 'UNKNOWN'],
  [3, 0, 'AUTOMATED', '10', '500', '1.05', '0', 'OK'],
  [3, 7, 'MANUAL', '25', '2500', '1', '0.75', 'UNKNOWN'],
] as const

const INSTRUCTIONS: Readonly<Record<number, string>> = {
  2: 'Load in the agent panel of the platform, then note the confirmation number.',
  4: 'Ask the shift lead before the first load of a new account.',
  9: 'Users redeem on weekdays only.',
}
/** The rail of the demo's sandbox (server/sandbox/demo.ts). */
const RAIL = 'GAMES'
/** When platforms were last checked. */
const CHECKED = [daysBefore(3.65), daysBefore(2.12), daysBefore(0.83)] as const

export const storePlatforms: RowsOf<'storePlatform'> = PAIRS.map(
  ([store, platform, mode, min_load, max_load, credit_rate, fee_percent, health], index) => ({
    store: demoId('store', store),
    platform: demoId('platform', platform),
    mode,
    ...(mode === 'AUTOMATED' && { rail: RAIL }),
    min_load,
    max_load,
    min_redeem: ['1', '25', '1'][index % 3]!,
    max_redeem: max_load,
    credit_rate,
    fee_percent,
    login_url: `https://play-${platform + 1}.example/login`,
    download_url: index % 3 === 0 ? null : `https://play-${platform + 1}.example/app`,
    instructions: INSTRUCTIONS[index] ?? null,
    health,
    checked_at: health === 'UNKNOWN' ? null : CHECKED[index % 3]!,
    is_deleted: index === 9,
  }),
)
