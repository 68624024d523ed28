import { daysBefore, type RowsOf } from '../rows'

/** The rails of the demo's sandboxes (server/sandbox/demo.ts), and some that the settings no longer name. */
export const connectedRails: RowsOf<'connectedRail'> = [
  {
    name: 'BANK',
    kind: 'PAYOUT',
    is_connected: true,
    health: 'OK',
    checked_at: daysBefore(0.01),
    is_paused: false,
    by: 'nobody',
  },
  {
    name: 'GAMES',
    kind: 'PLATFORM',
    is_connected: true,
    health: 'DEGRADED',
    checked_at: daysBefore(0.02),
    is_paused: false,
    by: 'nobody',
  },
  {
    name: 'WALLET',
    kind: 'PAYOUT',
    is_connected: false,
    health: 'DOWN',
    checked_at: daysBefore(9),
    is_paused: true,
    pause_reason: 'The wallet moves to another provider.',
  },
  {
    name: 'OLD_BANK',
    kind: 'PAYOUT',
    is_connected: false,
    health: 'OK',
    checked_at: daysBefore(40),
    is_paused: false,
    by: 'colleague',
  },
  {
    name: 'ARCADE',
    kind: 'PLATFORM',
    is_connected: false,
    health: 'UNKNOWN',
    is_paused: true,
    pause_reason: 'Der Vertrag ist ausgelaufen.',
    by: 'colleague',
    of: 'partner',
  },
]
