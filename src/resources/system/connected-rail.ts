/** The rails that the operator has connected (money, Rails). */
import { connectedRail } from '@contract/records/system/connected-rail'
import { recordResource } from '../record-resource'

export const resource = recordResource(connectedRail, {
  slug: 'rail',
  route: '/rails',
  empty: { title: 'No rails yet', text: 'Settings of the server name them: docs/connect-a-rail.md says how.' },
  columns: ['name', 'kind', 'health', 'checked_at', 'is_paused', 'waiting', 'unknown', 'is_connected'],
  widths: {
    name: 120,
    kind: 130,
    health: 130,
    checked_at: 150,
    is_paused: 110,
    waiting: 130,
    unknown: 140,
    is_connected: 120,
  },
  pills: {
    health: {
      UNKNOWN: ['neutral', 'circle-dashed'],
      OK: ['success', 'circle-check'],
      DEGRADED: ['warning', 'triangle-alert'],
      DOWN: ['danger', 'circle-x'],
    },
  },
  page: {
    figures: ['kind', 'waiting', 'unknown', 'checked_at'],
    lead: ['pause', 'resume'],
    sections: [{ title: 'What is sent to it', fields: ['is_connected', 'is_paused', 'pause_reason'] }],
    states: ['health'],
    warnings: {
      health: {
        DOWN: 'It does not respond: nothing is sent to it. What waits for it can be held or refused.',
        DEGRADED: 'Many of its last calls had no clear answer.',
      },
    },
  },
  icons: { pause: 'pause', resume: 'play' },
})
