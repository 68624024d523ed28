/** The mocks' records: the demo rows in memory, and the rules and derived values of specific records. */
import { bonusFor, type BonusTerms, type TestedDeposit } from '@contract/records/money/deposit-bonus'
import { redirectErrors, type Redirecting } from '@contract/records/content/redirects'
import { GAME_TAGS } from '@contract/records/content/game'
import { NOT_IN_FUTURE } from '@contract/records/publishing'
import { TELEGRAM_REFUSAL } from '@contract/records/people/telegram-user'
import type { RecordDefinition } from '@contract/records/record'
import { isVersioned } from '@contract/records/versions'
import { RECORDS, type RecordKey } from '@contract/records/records'
import { SEARCH_TEXT_LENGTH, SEO_CHECK_POINTS } from '@contract/records/search-texts'
import { changedTags } from '@contract/records/tags'
import { COMPLETED, DEMO_ROWS, FURTHER_ROWS } from '@demo/all'
import { filesOf, withFileIds, type DemoFile } from '@demo/files'
import {
  atAnchor,
  createdAtOf,
  defaultsOf,
  demoId,
  withPeople,
  type DemoRow,
  type DemoUser,
  type People,
} from '@demo/rows'
import type { Caller } from './call'
import { HOME_STORE } from './fixtures/staff'
import { rejected } from './refusal'

/** A record as the mocks store it, with references as ids. */
export type StoredRecord = Record<string, unknown> & {
  id: string
  version: number
  store_code: string | null
}
export type RowsOf = (name: RecordKey) => StoredRecord[]
type Body = Readonly<Record<string, unknown>>

/** Behaviour of a record beyond its definition. The contract suite compares it with the server's. */
export interface Behaviour {
  derive?: Readonly<Record<string, (row: StoredRecord, rows: RowsOf) => unknown>>
  /** The rows, if they are not stored with those of the other records. */
  rows?: () => StoredRecord[]
  /**
   * Runs before every write, as on the server.
   * @param action `create`, `update`, `enable`, `disable`, or the name of an action
   * @param row null for a new record
   * @param sent the row as the caller may see it
   * @returns values to store in addition to the body's, which the history does not contain
   * @throws a refusal
   */
  prepare?: (
    action: string,
    row: StoredRecord | null,
    body: Body,
    caller: Caller,
    sent: (row: StoredRecord) => object,
  ) => Body
  /** Runs after the write. */
  after?: (action: string, row: StoredRecord, body: Body, rows: RowsOf) => void
  /** @param row null for a new record @param store of a new record @throws a refusal */
  check?: (row: StoredRecord | null, body: Body, rows: RowsOf, store: string | null) => void
  /** Of a versioned record: whether it is active, so that its content is binding. */
  isActive?: (row: StoredRecord) => boolean
  /** Responds to the preview. */
  preview?: (asked: AskedPreview) => object
  /** @param at the time of the change, ISO 8601 @returns the values that the action writes in addition to its `sets` */
  actions?: Readonly<
    Record<
      string,
      (row: StoredRecord, body: Body, rows: RowsOf, at: string, caller: Caller, tells: TellsOthers) => Body | void
    >
  >
}

/** Notifies consoles of another row that an action has changed. @param derived its version stays the same */
type TellsOthers = (record: RecordKey, row: StoredRecord, derived?: true) => void

/** The input for the response to a preview. */
export interface AskedPreview {
  body: Body
  /** Rows of the store that the preview is about, in the list's order, as they are sent. */
  rows: readonly Body[]
  /** The time of the call, ISO 8601. */
  at: string
  /** The record whose edit is previewed; null for a new record or a question of its own. */
  row: StoredRecord | null
  store: string | null
  all: RowsOf
}

const platformsOf = (row: StoredRecord, rows: RowsOf) =>
  rows('platform').filter(({ categories }) => (categories as string[]).includes(row.id))
const gamesOf = (row: StoredRecord, rows: RowsOf) => rows('game').filter(({ game_type }) => game_type === row.id)

/** Refuses to disable a record that other records use. @param users their name in singular and plural */
const refuseInUse =
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
const hashed = (text: string) =>
  `erased:${Array.from(text)
    .reduce((sum, letter) => (sum * 33 + letter.charCodeAt(0)) % 0xffffffff, 5381)
    .toString(16)}`

/** Erases a record: the fields repeated in the body must match the record. */
function erase(record: RecordDefinition, row: StoredRecord, body: Body, at: string): Body {
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

const lengthOf = (value: unknown) => (typeof value === 'string' ? Array.from(value).length : 0)
const within = (value: unknown, { good, max }: { good: number; max: number }) =>
  lengthOf(value) >= good && lengthOf(value) <= max

/** The score of texts for search engines. @param hasImage whether the record has an image */
const seoScore = (row: StoredRecord, hasImage: boolean): number =>
  [
    within(row.meta_title, SEARCH_TEXT_LENGTH.title),
    within(row.meta_description, SEARCH_TEXT_LENGTH.description),
    hasImage,
    lengthOf(row.description) >= SEARCH_TEXT_LENGTH.text.good,
    row.noindex !== true,
  ].filter(Boolean).length * SEO_CHECK_POINTS

/** Common behaviour of records that can be published. */
const PUBLISHING = {
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

export const BEHAVIOURS: { readonly [N in RecordKey]?: Behaviour } = {
  brandCategory: {
    derive: {
      platforms_count: (row, rows) => platformsOf(row, rows).length,
      seo_score: (row) => seoScore(row, Boolean(row.og_image)),
    },
    check: refuseInUse(platformsOf, ['platform', 'platforms']),
    actions: {
      moveTo(row, { to }, rows, at, _caller, tells) {
        if (to === row.id) throw rejected({ to: ['Choose another category'] })
        for (const platform of platformsOf(row, rows)) {
          const categories = (platform.categories as string[]).map((id) => (id === row.id ? (to as string) : id))
          Object.assign(platform, {
            categories: [...new Set(categories)],
            version: platform.version + 1,
            updatedAt: at,
          })
          tells('platform', platform)
        }
        tells(
          'brandCategory',
          rows('brandCategory').find(({ id }) => id === to)!,
          true,
        )
      },
    },
  },
  gameType: {
    derive: {
      games_count: (row, rows) => gamesOf(row, rows).length,
      seo_score: (row) => seoScore(row, Boolean(row.og_image ?? row.icon)),
    },
    check: refuseInUse(gamesOf, ['game', 'games']),
    actions: {
      moveTo(row, { to }, rows, at, _caller, tells) {
        if (to === row.id) throw rejected({ to: ['Choose another game type'] })
        for (const game of gamesOf(row, rows)) {
          Object.assign(game, { game_type: to, version: game.version + 1, updatedAt: at })
          tells('game', game)
        }
        tells(
          'gameType',
          rows('gameType').find(({ id }) => id === to)!,
          true,
        )
      },
    },
  },
  platform: {
    ...PUBLISHING,
    derive: {
      ...PUBLISHING.derive,
      games_count: (row, rows) => rows('game').filter(({ platform }) => platform === row.id).length,
      seo_score: (row) => seoScore(row, Boolean(row.og_image ?? row.logo)),
    },
  },
  sitePage: {
    ...PUBLISHING,
    derive: {
      ...PUBLISHING.derive,
      seo_score: (row) => {
        const texts = (row.body as { text: string }[]).map((block) => block.text)
        return seoScore({ ...row, description: texts.join('') }, Boolean(row.og_image))
      },
    },
    isActive: ({ published_at }) => typeof published_at === 'string',
    check(row, body, rows, store) {
      if (!('path' in body) && !('redirects_from' in body)) return
      const others = rows('sitePage').filter(
        (each) => each !== row && each.store_code === (row ? row.store_code : store),
      )
      const errors = redirectErrors(
        { path: '', redirects_from: [], ...row, ...body } as Redirecting,
        others as unknown as Redirecting[],
      )
      if (Object.keys(errors).length > 0) throw rejected(errors)
    },
  },
  game: {
    derive: {
      ...PUBLISHING.derive,
      seo_score: (row) => seoScore(row, Boolean(row.og_image ?? row.thumbnail)),
      missing: ({ thumbnail, description, meta_title, meta_description }) => [
        ...(thumbnail ? [] : ['IMAGE']),
        ...(description && meta_title && meta_description ? [] : ['TEXTS']),
      ],
    },
    actions: {
      ...PUBLISHING.actions,
      tags(row, body) {
        const tags = changedTags(Object.keys(GAME_TAGS), row.tags as string[], body)
        if ('errors' in tags) throw rejected(tags.errors)
        return { tags: tags.after }
      },
    },
  },
  newsletterSubscriber: {
    derive: {
      user: ({ email, store_code }, rows) => {
        const user = rows('users').find(
          (each) =>
            String(each.email).toLowerCase() === String(email).toLowerCase() &&
            (each.third_party_store_code ?? HOME_STORE) === store_code,
        )
        return user ? { id: user.id, name: user.username } : null
      },
    },
    actions: {
      unsubscribe: (_row, _body, _rows, at) => ({ unsubscribed_at: at }),
      erase: (row, body, _rows, at) =>
        erase(RECORDS.newsletterSubscriber as unknown as RecordDefinition, row, body, at),
    },
  },
  telegramUser: {
    actions: {
      link(row, { user }, rows, at) {
        const chosen = rows('users').find(({ id }) => id === user)!
        if ((chosen.third_party_store_code ?? chosen.store_code) !== row.store_code)
          throw rejected({ user: [TELEGRAM_REFUSAL.otherStore] })
        const taken = rows('telegramUser').find((each) => each.user === user)
        if (taken) throw rejected({ user: [TELEGRAM_REFUSAL.taken(taken.telegram_id as string)] })
        return { user, linked_at: at }
      },
      unlink: () => ({ user: null, linked_at: null }),
    },
  },
  depositBonusType: {
    preview: ({ body, rows, at }) => bonusFor(rows as unknown as BonusTerms[], body as unknown as TestedDeposit, at),
  },
  cryptoCoin: {
    derive: { rate: ({ rate_source, fixed_rate }) => (rate_source === 'FIXED' ? fixed_rate : null) },
  },
}

const personOf = ({ id, username }: { id: string; username: string }) => ({ id, username })

/**
 * @param creators of the demo rows, two members of staff
 * @param people that demo rows refer to
 * @param users the fields that rows repeat of them
 * @param codes of the stores: the house's, then those of partners
 * @returns every record's demo rows, by its name
 */
export function seedRecords(
  creators: readonly { id: string; username: string }[],
  codes: readonly string[],
  people: People,
  users: readonly DemoUser[],
): { [N in RecordKey]: StoredRecord[] } {
  const anchor = Date.UTC(2026, 0, 15)
  const codeOfStore = (id: unknown) =>
    codes[DEMO_ROWS.store.findIndex((_store, index) => demoId('store', index) === id)]!
  const seeded = (Object.keys(RECORDS) as RecordKey[]).map((name) => {
    const record = RECORDS[name] as unknown as RecordDefinition
    const first = DEMO_ROWS[name] as readonly DemoRow[]
    const made = demoRowsOf(name, codes, people, users)
    return [
      name,
      made.flatMap((described, index): StoredRecord[] => {
        if (described === null) return []
        const { of, by, in: inStore, at: came, earlier = [], ...row } = described
        const at =
          came === undefined ? createdAtOf(index, first.length, anchor) : String(atAnchor({ came }, anchor).came)
        const store = inStore ?? codes[of === 'partner' ? 1 : 0]!
        return [
          {
            ...defaultsOf(record),
            ...(record.switch && { is_deleted: false }),
            ...structuredClone(withFileIds(name, atAnchor(row, anchor), index)),
            ...(record.ordered && { position: index + 1 }),
            ...(isVersioned(record) && { version_no: earlier.length + 1 }),
            id: demoId(name, index),
            ...(name === 'store' && { code: codes[index] }),
            store_code:
              name === 'store' ? codes[index]! : record.storeFrom ? codeOfStore(row[record.storeFrom]) : store,
            Creator: by === 'nobody' ? null : personOf(creators[by === 'colleague' ? 1 : 0]!),
            createdAt: at,
            updatedAt: at,
            version: 1,
          },
        ]
      }),
    ]
  })
  return Object.fromEntries(seeded) as { [N in RecordKey]: StoredRecord[] }
}

/**
 * The demo rows of a record with the people that they refer to, and the fields that they repeat of them; null if there
 * is nobody.
 */
function demoRowsOf(
  name: RecordKey,
  codes: readonly string[],
  people: People,
  users: readonly DemoUser[],
): (DemoRow | null)[] {
  const userOf = (id: string) => users.find((user) => user.id === id)
  const made = (DEMO_ROWS[name] as readonly DemoRow[]).map((described, index) => {
    const row = withPeople(described, people, codes[described.of === 'partner' ? 1 : 0]!, codes[0]!)
    return row && (COMPLETED[name]?.(row, index, userOf) ?? row)
  })
  const named = new Set(made.flatMap((row) => Object.values(row ?? {})))
  const others = users.filter(({ id }) => !named.has(id))
  const further = FURTHER_ROWS[name]?.(others, made.length) ?? []
  return [...made, ...further.map((row) => withPeople(row, people, codes[0]!, codes[0]!))]
}

let demoFiles: readonly DemoFile[] | undefined
/** @returns the files that demo rows reference, rendered once */
export function seedFiles(codes: readonly string[], people: People, users: readonly DemoUser[]): readonly DemoFile[] {
  demoFiles ??= (Object.keys(RECORDS) as RecordKey[]).flatMap((name) =>
    filesOf(
      name,
      demoRowsOf(name, codes, people, users).map((row) => row ?? {}),
    ),
  )
  return demoFiles
}
