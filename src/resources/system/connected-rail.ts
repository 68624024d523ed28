/** The rails that the operator has connected (money, Rails). */
import { connectedRail } from '@contract/records/system/connected-rail'
import { recordResource } from '../record-resource'

export const resource = recordResource(connectedRail, {
  slug: 'rail',
  route: '/rails',
  empty: { title: 'No rails yet', text: 'Settings of the server name them: docs/connect-a-rail.md says how.' },
  columns: ['name', 'kind', 'health', 'checked_at', 'sending', 'waiting', 'unknown'],
  widths: { name: 120, kind: 130, health: 130, checked_at: 150, sending: 160, waiting: 130, unknown: 140 },
  pills: {
    health: {
      UNKNOWN: ['neutral', 'circle-dashed'],
      OK: ['success', 'circle-check'],
      DEGRADED: ['warning', 'triangle-alert'],
      DOWN: ['danger', 'circle-x'],
    },
    sending: {
      OPEN: ['success', 'circle-check'],
      PAUSED: ['warning', 'circle-pause'],
      WAITS: ['danger', 'clock'],
      NOT_CONNECTED: ['neutral', 'circle-slash'],
    },
  },
  // Said in words by `sending`.
  without: ['is_paused', 'is_connected'],
  page: {
    figures: ['kind', 'waiting', 'unknown', 'checked_at'],
    lead: ['pause', 'resume'],
    sections: [
      { title: 'What is sent to it', fields: ['sending', 'pause_reason'] },
      { title: 'Connection', fields: ['found', 'checked_at'] },
    ],
    states: ['health'],
    warnings: {
      health: {
        DOWN: 'It does not respond, or refuses the secret: nothing is sent to it. What waits for it can be held or refused.',
        DEGRADED: 'Many of its last calls had no clear answer.',
      },
    },
  },
  icons: { pause: 'pause', resume: 'play' },
})
