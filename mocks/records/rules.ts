/** Rules and derived values that several records of the mocks share. */
import { PLATFORM_CURRENCY } from '@contract/amounts'
import type { ApprovalPolicy } from '@contract/entities/approval'
import type { Subject } from '@contract/permissions'
import { campaignStatusAt, COST_REFUSAL, END_HAS_PASSED } from '@contract/records/campaigns'
import type { Reference } from '@contract/records/field'
import { NOT_IN_FUTURE } from '@contract/records/publishing'
import type { RecordDefinition } from '@contract/records/record'
import type { RecordKey } from '@contract/records/records'
import { seoLacks, seoScoreOf } from '@contract/records/search-texts'
import { requestApproval, type MockEffect } from '../approvals'
import { db, tell } from '../db'
import { rejected } from '../refusal'
import type { Behaviour, RowsOf, StoredRecord } from './behaviour'

type Body = Readonly<Record<string, unknown>>

/** Refuses to disable a record that other records use. @param users their name in singular and plural */
export const refuseInUse =
  (
    usersOf: (row: StoredRecord, rows: RowsOf) => readonly StoredRecord[],
    users: readonly [string, string],
  ): NonNullable<Behaviour['check']> =>
  (row, body, rows) => {
    const n = row && body.is_deleted === true ? usersOf(row, rows).length : 0
    if (n === 0) return
    const [used, them] = n === 1 ? [`1 ${users[0]}`, 'it'] : [`${n} ${users[1]}`, 'them']
    const message = `It is used by ${used}. Move ${them} to another one first.`
    throw rejected({ is_deleted: [message] }, message)
  }

/** Replaces the server's keyed hash: it only has to differ from the text. */
export const hashed = (text: string): string =>
  `erased:${Array.from(text.toLowerCase())
    .reduce((sum, letter) => (sum * 33 + letter.charCodeAt(0)) % 0xffffffff, 5381)
    .toString(16)}`

/** Erases a record: the fields repeated in the body must match the record. */
export function erase(record: RecordDefinition, row: StoredRecord, body: Body, at: string): Body {
  const erasable = Object.entries(record.fields).filter(([, field]) => field.erasable)
  const errors = Object.fromEntries(
    erasable.flatMap(([name, { label }]) =>
      typeof body[name] === 'string' && body[name].toLowerCase() !== String(row[name]).toLowerCase()
        ? [[name, [`This is not the ${label.toLowerCase()} of this ${record.noun[0]}`]]]
        : [],
    ),
  )
  if (Object.keys(errors).length > 0) throw rejected(errors)
  const values = erasable.map(([name]) => [name, typeof row[name] === 'string' ? hashed(row[name]) : null])
  return { ...(Object.fromEntries(values) as Body), erased_at: at }
}

const textIn = (value: unknown) => (typeof value === 'string' ? value : '')

/** What the search texts of a record lack, and their score. @param hasImage whether it has an image; @param text of the record */
export const seoDerive = (
  hasImage: (row: StoredRecord) => boolean,
  text = (row: StoredRecord) => textIn(row.description),
): NonNullable<Behaviour['derive']> => {
  const lacks = (row: StoredRecord) =>
    seoLacks({
      meta_title: textIn(row.meta_title),
      meta_description: textIn(row.meta_description),
      text: text(row),
      hasImage: hasImage(row),
      isHidden: row.noindex === true,
    })
  return { seo_lacks: lacks, seo_score: (row) => seoScoreOf(lacks(row).length) }
}

/** Common behaviour of records that can be published. */
export const PUBLISHING = {
  derive: {
    state: ({ published_at }: StoredRecord) =>
      typeof published_at !== 'string' ? 'DRAFT' : Date.parse(published_at) > Date.now() ? 'SCHEDULED' : 'PUBLISHED',
  },
  actions: {
    publish: (_row, _body, _rows, at) => ({ published_at: at }),
    schedule: (_row, body, _rows, at) => {
      if (Date.parse(body.at as string) <= Date.parse(at)) throw rejected({ at: [NOT_IN_FUTURE] })
      return { published_at: body.at }
    },
    unpublish: () => ({ published_at: null }),
  },
} satisfies Behaviour

const requireFuture = ({ ends_at }: StoredRecord, at: string) => {
  if (typeof ends_at === 'string' && Date.parse(ends_at) <= Date.parse(at)) throw rejected({}, END_HAS_PASSED)
}

/** Common behaviour of campaigns (server/platform/records/campaigns.ts). */
export const CAMPAIGN = {
  derive: { status: (row: StoredRecord) => campaignStatusAt(row, Date.now()) },
  isActive: ({ activated_at }: StoredRecord) => typeof activated_at === 'string',
  actions: {
    activate: (row, _body, _rows, at) => {
      requireFuture(row, at)
      return { activated_at: at }
    },
    pause: (_row, _body, _rows, at) => ({ paused_at: at }),
    resume: (row, _body, _rows, at) => {
      requireFuture(row, at)
      return { paused_at: null }
    },
    end: (_row, _body, _rows, at) => ({ ended_at: at }),
  },
} satisfies Behaviour

const timeOf = (time: unknown, otherwise: number) => (typeof time === 'string' ? Date.parse(time) : otherwise)
/**
 * @param same a field: only campaigns with an equal value must not overlap
 * @returns the name of another campaign that runs in the period of this one (server/platform/records/campaigns.ts); undefined: none
 */
export function runningBeside(
  me: StoredRecord,
  rows: readonly StoredRecord[],
  at: string,
  same?: string,
): string | undefined {
  const now = Date.parse(at)
  // What is over no longer matters.
  const starts = (row: StoredRecord) => Math.max(now, timeOf(row.starts_at, now))
  const ends = (row: StoredRecord) => timeOf(row.ends_at, Infinity)
  return rows
    .filter(
      (row) =>
        row.id !== me.id &&
        row.store_code === me.store_code &&
        (same === undefined || row[same] === me[same]) &&
        typeof row.activated_at === 'string' &&
        typeof row.ended_at !== 'string' &&
        ends(row) > now &&
        ends(me) > now &&
        starts(row) < ends(me) &&
        starts(me) < ends(row),
    )
    .map(({ name }) => name as string)[0]
}

/** A campaign whose activation other people approve (server/platform/records/campaigns.ts). */
export function approvedCampaign(
  record: RecordKey,
  {
    policy,
    permission,
    nameOf,
    costOf,
    limit,
    label = 'Maximum cost',
  }: {
    policy: ApprovalPolicy
    permission: Subject
    nameOf: (row: StoredRecord) => string
    /** Hundredths; null: it has no maximum. */
    costOf: (row: StoredRecord) => number | null
    limit: string
    /** Of the cost. */
    label?: string
  },
) {
  const type = `${record}_activation`
  const asAmount = (all: number) => (all / 100).toFixed(2)
  const effect: MockEffect = ({ subject, status }, at) => {
    const row = db.records[record].find(({ id }) => id === subject.id)!
    Object.assign(row, {
      requested_at: null,
      ...(status === 'APPROVED' && { activated_at: at }),
      updatedAt: at,
      version: row.version + 1,
    })
    tell({ type: 'record:changed', payload: { subject: permission, id: row.id, version: row.version } })
  }
  const behaviour = {
    ...CAMPAIGN,
    isActive: ({ activated_at, requested_at }) => typeof activated_at === 'string' || typeof requested_at === 'string',
    actions: {
      ...CAMPAIGN.actions,
      activate(row, _body, _rows, at, caller) {
        requireFuture(row, at)
        const cost = costOf(row)
        if (cost === null) throw rejected({}, COST_REFUSAL.unlimited)
        const amount = asAmount(cost)
        const alone = requestApproval(
          {
            policy,
            permission,
            record,
            record_id: row.id,
            row: { record, id: row.id },
            store: row.store_code,
            currency: PLATFORM_CURRENCY,
            title: `Activate ${nameOf(row)}`,
            details: [{ label, value: `${amount} ${PLATFORM_CURRENCY}` }],
            amount,
            subject: { type, id: row.id },
            // Alone, the action itself writes the time.
            effect: () => undefined,
          },
          at,
          caller,
        )
        return alone ? { activated_at: at } : { requested_at: at }
      },
      withdraw: () => ({ requested_at: null }),
    },
    check(row, body) {
      if (!row) return
      if (typeof row.activated_at !== 'string') {
        row.requested_at = null
        return
      }
      const approved = db.approvals.findLast(
        ({ subject, status }) => subject.type === type && subject.id === row.id && status === 'APPROVED',
      )
      if (!approved) return
      const [before, after] = [costOf(row), costOf({ ...row, ...body } as StoredRecord)]
      const most = Math.round(Number(approved.amount) * 100)
      if (before !== null && (after === null || after > Math.max(most, before)))
        throw rejected({ [limit]: [COST_REFUSAL.more(approved.amount)] })
    },
  } satisfies Behaviour
  return { behaviour, effect }
}

const textsOf = (value: unknown) => (value as readonly string[]).map((each) => each.toLowerCase())
/** Whether a campaign is for a user (server/platform/records/rewards/bonus.ts, `isInAudience`). */
export function isInAudience(campaign: StoredRecord, user: StoredRecord): boolean {
  const [levels, tags] = [campaign.levels as readonly string[], textsOf(campaign.tags)]
  return (
    user.is_deleted !== true &&
    user.account_status === 'ACTIVE' &&
    ((user.third_party_store_code as string | null | undefined) ?? user.store_code) === campaign.store_code &&
    (levels.length === 0 || levels.includes((user.user_level as Reference | null)?.id ?? '')) &&
    (tags.length === 0 || textsOf(user.tags).some((tag) => tags.includes(tag)))
  )
}
