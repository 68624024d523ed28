/** The states of a decision that documents do not reach: the plan of these stories has a hold and a second person. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor } from '@storybook/test'
import { useSelector } from '@xstate/react'
import { useConsole } from '@console/console'
import { useReading } from '@console/reading'
import { ok } from '@contract/errors'
import { selectIsKnown } from '@machines/access/access.view'
import { decisionMachine, LOOK_UP_PATIENCE_MS } from '@machines/decision/decision.machine'
import { userDocVerifications } from '@demo/people/user-doc-verification'
import { demoId } from '@demo/rows'
import { sql } from '@mocks/scene'
import { recordActions } from '@resources/record-actions'
import { resource as documents } from '@resources/people/user-doc-verification'
import type { Resource, Row } from '@resources/resource'
import { holdTimers, neverResponds } from '@tests/kit/held'
import { inState } from '@tests/kit/in-state'
import { seen } from '@tests/kit/seen'
import { consoleStory, StoryConsole, type StoryConsoleOptions } from '@tests/kit/story-console'
import DecisionContainer from './Decision.container'
import type { DecisionPlan } from '../shared/decision-plan'

const resource = documents as unknown as Resource<Row>
/** A kind of document of which only a number is asked. */
const UNDECIDED = demoId(
  'userDocVerification',
  userDocVerifications.findIndex(({ status, of, doc_type }) => status === 'PENDING' && !of && doc_type === 'SELFIE'),
)
/** Needs two people, and can be put on hold. */
const PLAN: DecisionPlan = {
  choices: [
    { kind: 'approve', action: 'verify', key: 'V' },
    { kind: 'hold', action: 'askAgain', key: 'H' },
  ],
  standing(row) {
    const { status, decided_at: at } = row as Row & { status: string; decided_at: string }
    const of = { by: null, at, isOwn: true }
    if (status === 'RESUBMIT_REQUIRED') return { is: 'onHold', what: 'On hold', ...of }
    return status === 'VERIFIED' ? { is: 'awaitingSecond', what: 'Approved', ...of } : { is: 'open' }
  },
}

function DecisionOf() {
  const { actors } = useConsole()
  const known = useSelector(actors.access, selectIsKnown)
  return known && <KnownDecision />
}
function KnownDecision() {
  const { api, activity } = useConsole()
  const { value: row, refresh } = useReading<Row>(async (signal) => {
    activity().define(recordActions(resource))
    const answer = await api.call(resource.operations.get, { params: { id: UNDECIDED } }, { signal })
    return answer.ok ? ok(answer.value.data) : answer
  })
  return (
    row && (
      <DecisionContainer
        resource={resource}
        row={row}
        record={{ name: 'A document', href: '/user-doc-verification' }}
        plan={PLAN}
        begins
        onOutdated={refresh}
        onMade={() => undefined}
        onMissed={() => undefined}
        next={{ label: 'Next request', onNext: () => undefined }}
      />
    )
  )
}

const meta = {
  title: 'Features/Decision',
  component: DecisionOf,
  decorators: [
    (Story, { parameters }) => (
      <StoryConsole signedInAs="ADMIN" draftsAfter={parameters.draftsAfter as StoryConsoleOptions['draftsAfter']}>
        <main style={{ maxWidth: 440 }}>
          <h1 hidden>Decision</h1>
          <Story />
        </main>
      </StoryConsole>
    ),
  ],
  beforeEach: consoleStory(),
} satisfies Meta<typeof DecisionOf>
export default meta
type Story = StoryObj<typeof meta>

const isClaimed = () => waitFor(() => expect(screen.getByText(/renewed while you work/)).toBeVisible())

/** The browser database has not responded yet. */
export const Opening: Story = {
  parameters: { draftsAfter: neverResponds, statechart: inState(decisionMachine, 'opening') },
  beforeEach: () => {
    holdTimers(LOOK_UP_PATIENCE_MS)
  },
  play: async () => {
    await seen(screen.findByText('Claiming...'))
    // A press would be ignored: the button says so.
    const decide = screen.getByRole('form', { name: 'Decision' }).querySelector<HTMLElement>('button[type=submit]')!
    await expect(decide).toHaveAttribute('aria-disabled', 'true')
    await expect(decide).toHaveAccessibleDescription('Claiming this document...')
  },
}

export const Holding: Story = {
  parameters: { statechart: inState(decisionMachine, 'holding') },
  play: async ({ userEvent }) => {
    await isClaimed()
    await userEvent.keyboard('h')
    const [choice] = await screen.findAllByRole('button', { name: 'Ask again' })
    await waitFor(() => expect(choice).toHaveAttribute('aria-pressed', 'true'))
  },
}

export const OnHold: Story = {
  parameters: { statechart: inState(decisionMachine, 'onHold') },
  play: async ({ userEvent }) => {
    await isClaimed()
    await userEvent.keyboard('h1{Enter}')
    await seen(screen.findByText(/You decided: On hold/))
  },
}

export const AwaitingSecond: Story = {
  parameters: { statechart: inState(decisionMachine, 'awaitingSecond') },
  // A document that does not expire: the plan asks only for its number.
  beforeEach: consoleStory(() => sql(`update user_documents set doc_type = 'SELFIE' where id = $1::uuid`, [UNDECIDED])),
  play: async ({ userEvent }) => {
    await isClaimed()
    await userEvent.type(await screen.findByRole('textbox', { name: /^Number/ }), 'X1{Enter}')
    await seen(screen.findByText(/A second person must decide this document too/))
  },
}
