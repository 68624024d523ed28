import { fortuneWheel } from '@contract/records/play/fortune-wheel'
import { recordResource } from '../record-resource'
import { CAMPAIGN_ICONS, CAMPAIGN_PILLS } from '../rewards/pills'

export const resource = recordResource(fortuneWheel, {
  slug: 'fortune-wheel',
  route: '/fortune-wheel',
  empty: { title: 'No wheels yet', text: 'Wheels that users spin in the apps are set up here.' },
  columns: [
    'name',
    'kind',
    'spins_per_day',
    'budget_per_day',
    'starts_at',
    'ends_at',
    'expected_value',
    'spins_today',
    'cost_today',
    'status',
  ],
  titles: { spins_per_day: 'Spins', expected_value: 'Expected', spins_today: 'Today', cost_today: 'Cost today' },
  widths: {
    name: 180,
    kind: 110,
    spins_per_day: 76,
    budget_per_day: 120,
    expected_value: 100,
    spins_today: 80,
    cost_today: 110,
    status: 150,
  },
  halves: [
    'kind',
    'spin_cost',
    'spins_per_day',
    'expected_spins_per_day',
    'budget_per_day',
    'wagering_multiplier',
    'expiry_days',
    'starts_at',
    'ends_at',
  ],
  sections: [
    { title: 'Spins', fields: ['spin_cost', 'spins_per_day', 'expected_spins_per_day', 'budget_per_day', 'levels'] },
    { title: 'Segments', fields: ['segments', 'terms'] },
    { title: 'Bonus money', fields: ['wagering_multiplier', 'expiry_days'] },
    { title: 'Period', fields: ['starts_at', 'ends_at'] },
  ],
  preview: 'wheel',
  pills: { status: CAMPAIGN_PILLS },
  page: {
    figures: ['expected_value', 'budget_per_day', 'spins_today', 'cost_today', 'spins_per_day'],
    lead: ['activate', 'resume', 'edit', 'pause'],
    sections: [
      { title: 'Use today', fields: ['spins_today', 'cost_today'] },
      { title: 'Spins', fields: ['kind', 'expected_value'] },
      { title: 'Period', fields: ['activated_at', 'paused_at', 'ended_at', 'requested_at'] },
    ],
    states: ['status'],
    tabs: [
      { key: 'spins', title: 'Daily spins', resource: 'play/daily-spin', by: 'wheel' },
      { key: 'skill', title: 'Skill spins', resource: 'play/skill-spin', by: 'wheel' },
    ],
  },
  icons: CAMPAIGN_ICONS,
  duplicates: true,
})
