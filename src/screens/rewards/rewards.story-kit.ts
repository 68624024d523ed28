/** What several stories about rewards prepare and read. */
import { recordOf, sql } from '@mocks/scene'

/** Gives a user a name of the story alone, by which the user's row is found. */
export const nameUser = (id: string, first: string, last: string) =>
  sql('update users set first_name = $2::text, last_name = $3::text where id = $1::uuid', [id, first, last])

/** @returns what a user has of this money */
export async function balanceOf(user: string, account: 'cash_balance' | 'bonus_balance'): Promise<number> {
  return Number((await recordOf<Record<typeof account, string>>('users', user))[account])
}
