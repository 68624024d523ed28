import { amount, decimal, integer, oneOf, percent, reference, text, text255, text3000, time, url } from '../field'
import { RAIL_NAME, RAIL_NAME_MAX } from '../rail-name'
import { defineRecord } from '../record'

export const STORE_PLATFORM_MODES = { MANUAL: 'Manual', AUTOMATED: 'Automated' } as const
export const PLATFORM_HEALTH = { OK: 'OK', DEGRADED: 'Degraded', DOWN: 'Down', UNKNOWN: 'Unknown' } as const

/** Platforms that a store offers, and their terms (catalogue, /store-platform). */
export const storePlatform = defineRecord({
  name: 'storePlatform',
  base: 'store-platforms',
  subject: 'StorePlatforms',
  noun: ['store platform', 'store platforms'],
  namedBy: ['store', 'platform'],
  reads: 'whole',
  ordered: true,
  switch: true,
  uniqueTogether: ['store', 'platform'],
  preview: {
    of: 'disabling',
    label: 'Still open',
    nothing: 'No load or redeem of it is open.',
    answers: {
      loads: integer('Loads', {}, { required: true }),
      redeems: integer('Redeems', {}, { required: true }),
    },
  },
  ranges: [
    ['min_load', 'max_load'],
    ['min_redeem', 'max_redeem'],
  ],
  fields: {
    store: reference('Store', 'store', { required: true, write: 'create', filter: true, search: true }),
    platform: reference('Platform', 'platform', { required: true, write: 'create', filter: true, search: true }),
    mode: oneOf('Mode', STORE_PLATFORM_MODES, { required: true, filter: true }),
    /** Name of the rail that loads and redeems; empty, or with the mode Manual: staff do. */
    rail: text('Rail', RAIL_NAME, RAIL_NAME_MAX, {
      hint: 'By its name in the settings of the server; empty: staff load and redeem',
      when: { field: 'mode', values: ['AUTOMATED'] },
    }),
    min_load: amount('Minimum load', { required: true }),
    max_load: amount('Maximum load', { required: true }),
    min_redeem: amount('Minimum redeem', { required: true }),
    max_redeem: amount('Maximum redeem', { required: true }),
    credit_rate: decimal(
      'Credit rate',
      { places: 4, min: 0.0001 },
      { required: true, hint: 'Credits for one unit of money', unit: '×' },
    ),
    fee_percent: percent('Fee', { required: true }),
    login_url: url('Login page', { required: true }),
    download_url: url('Download page'),
    instructions: text3000('Instructions'),
    health: oneOf('Health', PLATFORM_HEALTH, {
      required: true,
      write: 'never',
      initial: 'UNKNOWN',
      filter: true,
    }),
    checked_at: time('Checked', { write: 'never' }),
    /** By the last check of its rail, in words. */
    found: text255('Last check', { derived: true }),
    /** Without closed ones. */
    accounts_count: integer('Accounts', {}, { derived: true, required: true }),
  },
  actions: {
    checkConnection: {
      label: 'Check connection',
      needs: 'update',
      from: {
        field: 'mode',
        values: ['AUTOMATED'],
        otherwise: 'Staff load and redeem on this platform: there is no connection.',
      },
      question: 'Check the connection of',
      effect: 'Its rail is asked now, which moves nothing. All platforms of this rail show the result.',
      gerund: 'Checking the connection of',
      participle: 'checked',
      past: 'checked the connection',
      success: 'Successfully Updated',
    },
  },
})
