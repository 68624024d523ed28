/** The people of the stories, as the demo seeds them: those of the fixtures, so that stories can name them. */
import type { DemoPeople, StaffRow, UserRow } from '@server/db/demo'
import { HOME_STORE, staffFixture, type StaffRecord } from '../fixtures/staff'
import { userFixture, type UserRecord } from '../fixtures/user'

const cents = (amount: unknown) => Math.round(Number(amount ?? 0) * 100)
/** The demo splits deposits into visits; larger ones would need more of them. */
const MOST_CENTS = 1_200_000
/** The part of their deposits that users have withdrawn at most: the ledger lets no balance fall below 0 on the way. */
const MOST_WITHDRAWN = 0.6

/** The columns that staff and users share. */
const accountRow = (each: StaffRecord | UserRecord) => ({
  id: each.id,
  first_name: each.first_name,
  last_name: each.last_name,
  username: each.username,
  email: each.email,
  role: each.role,
  is_deleted: each.is_deleted,
  store_code: each.store_code ?? HOME_STORE,
  third_party_store_code: each.third_party_store_code,
  created_by: each.Creator?.id ?? null,
  created_at: each.createdAt,
  updated_at: each.updatedAt,
})

const staffRow = (each: StaffRecord) =>
  ({ ...accountRow(each), last_login_at: each.last_login_at }) as Omit<StaffRow, 'password_hash'>

function userRow(each: UserRecord) {
  const deposit = Math.min(cents(each.total_deposit), MOST_CENTS)
  return {
    ...accountRow(each),
    phone: each.phone,
    country: each.country,
    account_status: each.account_status,
    proof: each.proof,
    risk_level: each.risk_level,
    level_pinned: each.level_pinned,
    currency: each.currency,
    money: {
      cash: Math.min(cents(each.cash_balance), deposit),
      bonus: cents(each.bonus_balance),
      deposit,
      withdrawal: Math.min(cents(each.total_withdrawal), Math.floor(deposit * MOST_WITHDRAWN)),
    },
    last_active_at: each.last_active_at,
    tags: each.tags,
    date_of_birth: each.date_of_birth,
    pinned_note: each.pinned_note,
    referred_by_id: each.referred_by?.id ?? null,
  } as Omit<UserRow, 'password_hash'>
}

export const storyPeople = (): DemoPeople => ({
  staff: staffFixture().map(staffRow),
  users: userFixture().map(userRow),
})
