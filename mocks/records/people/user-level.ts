/**
 * Levels of users in the mocks: which user has which level, and which users a change of the levels moves
 * (server/platform/records/people/user-level.ts).
 */
import type { Reference } from '@contract/records/field'
import type { AskedPreview, Behaviour, RowsOf, StoredRecord } from '../behaviour'
import { rejected } from '../../refusal'

const LOWEST = 'The lowest level begins at 0: every user has at least this one'

const least = ({ min_total_deposit }: Readonly<Record<string, unknown>>) => Number(min_total_deposit)
const storeOf = ({ third_party_store_code, store_code }: StoredRecord) =>
  (third_party_store_code as string | null | undefined) ?? store_code
const idOfLevel = (user: StoredRecord) => (user.user_level as Reference | null)?.id ?? null

/** A level as it would be after a save. */
interface Rung {
  id: string
  name: string
  least: number
}
const ladderOf = (levels: readonly StoredRecord[], store: string | null): Rung[] =>
  levels
    .filter((level) => level.store_code === store && level.is_deleted !== true)
    .map((level) => ({ id: level.id, name: String(level.name as string), least: least(level) }))
const sorted = (ladder: readonly Rung[]) => ladder.toSorted((a, b) => a.least - b.least)

/** The users that would move with these levels. */
function movesOn(ladder: readonly Rung[], users: readonly StoredRecord[]) {
  const reached = (deposits: number) => sorted(ladder).findLast((rung) => rung.least <= deposits)
  return users.flatMap((user) => {
    const to = reached(Number(user.total_deposit))
    const from = ladder.find(({ id }) => id === idOfLevel(user))
    if (user.level_pinned === true || !to || to.id === idOfLevel(user)) return []
    const isUp = from === undefined || to.least > from.least
    return isUp || user.level_kept !== true ? [{ user, to, isUp }] : []
  })
}

/** The level that a user's deposits reach. */
export const reachedBy = (user: StoredRecord, rows: RowsOf): Reference | null => {
  const ladder = sorted(ladderOf(rows('userLevel'), storeOf(user)))
  const rung = ladder.findLast((each) => each.least <= Number(user.total_deposit))
  return rung ? { id: rung.id, name: rung.name } : null
}

function preview({ body, row, store, all }: AskedPreview): object {
  const users = all('users').filter((user) => storeOf(user) === store)
  const others = ladderOf(all('userLevel'), store).filter(({ id }) => id !== row?.id)
  const own = { id: row?.id ?? 'new', name: row ? String(row.name as string) : 'The new level', least: least(body) }
  const ladder = sorted(row?.is_deleted === true ? others : [...others, own])
  const moves = movesOn(ladder, users).filter(({ isUp }) => isUp || body.nobody_moves_down !== true)
  return {
    moved_up: moves.filter(({ isUp }) => isUp).length,
    moved_down: moves.filter(({ isUp }) => !isUp).length,
    levels: ladder.map(({ id, name }) => {
      const now = users.filter((user) => idOfLevel(user) === id).length
      const left = moves.filter(({ user }) => idOfLevel(user) === id).length
      const then = now - left + moves.filter(({ to }) => to.id === id).length
      return { level: name, users: now === then ? String(now) : `${now} → ${then}` }
    }),
  }
}

export const userLevelBehaviour: Behaviour = {
  derive: {
    rank: (row, rows) =>
      row.is_deleted === true
        ? null
        : ladderOf(rows('userLevel'), row.store_code).filter((rung) => rung.least <= least(row)).length,
    users_count: (row, rows) => rows('users').filter((user) => idOfLevel(user) === row.id).length,
  },
  check(row, body, rows, store) {
    if (row && body.is_deleted === true) {
      if (least(row) === 0) throw rejected({ is_deleted: [LOWEST] }, `${LOWEST}.`)
      const used = rows('users').filter((user) => idOfLevel(user) === row.id).length
      const message = `${used === 1 ? '1 user has' : `${used} users have`} this level. Raise its minimum, or set another level for them first.`
      if (used > 0) throw rejected({ is_deleted: [message] }, message)
      return
    }
    const isEnabled = body.is_deleted === false || row?.is_deleted !== true
    if (!isEnabled || least({ ...row, ...body }) === 0) return
    const others = ladderOf(rows('userLevel'), row ? row.store_code : store).filter(({ id }) => id !== row?.id)
    if (!others.some((rung) => rung.least === 0)) throw rejected({ min_total_deposit: [LOWEST] })
  },
  after(_action, row, body, rows) {
    const users = rows('users').filter((user) => storeOf(user) === row.store_code)
    for (const { user, to, isUp } of movesOn(ladderOf(rows('userLevel'), row.store_code), users)) {
      if (!isUp && body.nobody_moves_down === true) user.level_kept = true
      else Object.assign(user, { user_level: { id: to.id, name: to.name }, level_kept: false })
    }
  },
  preview,
}
