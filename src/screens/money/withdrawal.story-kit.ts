/** What people do with withdrawals in stories, whatever pays them: on the desk, and on the page of one. */
import { expect, screen, waitFor, within } from '@storybook/test'
import type { StoryObj } from '@storybook/react-vite'
import { DEMO_PASSWORD } from '@mocks/fixtures/staff'
import { colleague, recordOf, sql } from '@mocks/scene'
import { openedDialog, pressReady, seen } from '@tests/kit/seen'
import { toasted } from '@tests/kit/story-console'
import { decides, newestApproval } from '../approval/approval.story-kit'

export const SLOW = { timeout: 15_000 }
export type User = Parameters<NonNullable<StoryObj['play']>>[0]['userEvent']

export const text = (said: string | RegExp) => seen(screen.findByText(said, {}, SLOW))
/** What a decision would do is said for people who cannot see it, too. */
export const says = (said: RegExp) => waitFor(async () => expect(screen.getAllByText(said)[0]).toBeVisible(), SLOW)

/** Levels require nothing, so that what warns is what a story is about. */
export const withoutRequirements = () =>
  sql(`update user_levels set required_kyc = 'NONE', daily_withdrawal_limit = null, weekly_withdrawal_limit = null`)

/** Claims the withdrawal, and waits until it can be decided. */
export async function claim(userEvent: User): Promise<void> {
  await waitFor(async () => expect(await screen.findByRole('button', { name: /^Claim/ }, SLOW)).toHaveFocus(), SLOW)
  await userEvent.keyboard('{Enter}')
  await text(/renewed while you work/)
}
/** The button of the approval, once the platform has said what it does. */
export async function approval({ amount }: { amount: string }): Promise<HTMLElement> {
  const name = new RegExp(`^Approve ${amount.replace('.', '\\.')} `)
  const button = await screen.findByRole('button', { name }, SLOW)
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'), SLOW)
  return button
}
/** Chooses an action of the record's page. @returns its question */
export async function asks(userEvent: User, action: string) {
  await userEvent.click(await screen.findByRole('button', { name: action }, SLOW))
  return within(await openedDialog(/W-\d+/))
}

/** @param record name of the record @returns waits until a withdrawal has values */
export const becomesIn =
  (record: 'manualWithdrawal' | 'cryptoWithdrawal') =>
  <W extends { id: string }>(withdrawal: () => W, values: Partial<W>): Promise<void> =>
    waitFor(async () => expect(await recordOf<W>(record, withdrawal().id)).toMatchObject(values), SLOW)

/** Returns the money of a payment that failed, with a message to the user. */
export async function returns(userEvent: User, message: string): Promise<void> {
  const question = await asks(userEvent, 'Return the money…')
  await userEvent.type(question.getByRole('textbox', { name: /^Message/ }), message)
  await pressReady(userEvent, question, /^Return [\d.]+ USD/)
}
/** Asks the rail about a payment that nobody knows about. */
export async function looksUp(userEvent: User): Promise<void> {
  await text('No answer within 10 s')
  const question = await asks(userEvent, 'Look up')
  await userEvent.click(question.getByRole('button', { name: 'Look up' }))
  await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'The rail is asked now'), SLOW)
}
/** Asks a second person to confirm that nothing was paid. @returns the approval that waits */
export async function resolves(userEvent: User, said: { evidence: string; reason: string }) {
  const question = await asks(userEvent, 'Resolve…')
  await userEvent.selectOptions(question.getByRole('combobox', { name: /^What is certain/ }), 'NOT_PAID')
  await userEvent.type(question.getByRole('textbox', { name: /^Evidence/ }), said.evidence)
  await userEvent.type(question.getByRole('textbox', { name: /^Reason/ }), said.reason)
  await pressReady(userEvent, question, /^Resolve [\d.]+ USD as not paid/)
  await text(/^Waits for approval:/)
  const waiting = await newestApproval()
  await expect(waiting).toMatchObject({ policy: 'RESOLVE', status: 'PENDING' })
  return waiting
}
/** Another person, who proves who they are, confirms it. */
export async function confirms(waiting: Awaited<ReturnType<typeof newestApproval>>): Promise<void> {
  await colleague('MANAGER').call('twoFactor.stepUp', { body: { password: DEMO_PASSWORD, twoFAToken: null } })
  await decides('MANAGER', 'approve', waiting)
}
