/** Shows who works on a record and the available actions, for one state of the claim. */
import styled from 'styled-components'
import { ConfirmModal } from '@design-system/components/ConfirmModal/ConfirmModal'
import { Banner } from '@design-system/components/Banner/Banner'
import { Button } from '@design-system/primitives/Button/Button'
import { space, type Tone } from '@design-system/tokens/tokens'
import { formatClock } from '../format'

/** The data of the bar. */
export interface ClaimBarView {
  state:
    | 'resuming'
    | 'free'
    | 'taken'
    | 'asking'
    | 'claiming'
    | 'held'
    | 'renewing'
    | 'atRisk'
    | 'releasing'
    | 'ended'
    | 'lost'
    | 'failed'
  claim: { holder: string; until: string; isOwn: boolean } | null
  /** Why the last call failed. */
  problem: string
}

export interface ClaimBarProps {
  view: ClaimBarView
  /** The noun for a record, for example 'document'. */
  noun: string
  onClaim: () => void
  onTakeOver: () => void
  onTakeOverBecause: (note: string) => void
  onCancel: () => void
  onRelease: () => void
}

const Buttons = styled.span`
  display: inline-flex;
  gap: ${space[8]};
`

interface Said {
  tone: Tone
  text: string
}

function said({ state, claim, problem }: ClaimBarView, noun: string): Said {
  const holder = claim?.holder ?? 'Somebody'
  // A claim that was released at another device has no end while it is being renewed.
  const until = claim ? ` until ${formatClock(Date.parse(claim.until))}` : ''
  const texts: Readonly<Record<ClaimBarView['state'], Said>> = {
    resuming: { tone: 'neutral', text: 'Claiming...' },
    free: { tone: 'neutral', text: `Nobody is working on this ${noun}.` },
    taken: { tone: 'violet', text: `${holder} has claimed this ${noun}${until}.` },
    asking: { tone: 'violet', text: `${holder} has claimed this ${noun}${until}.` },
    claiming: { tone: 'neutral', text: 'Claiming...' },
    held: { tone: 'info', text: `You have claimed this ${noun}${until}. It is renewed while you work.` },
    renewing: { tone: 'info', text: `You have claimed this ${noun}${until}. It is renewed while you work.` },
    atRisk: { tone: 'warning', text: `Your claim could not be renewed. It holds${until}.` },
    releasing: { tone: 'neutral', text: 'Releasing...' },
    ended: { tone: 'warning', text: `Your claim has ended. Claim this ${noun} again before you decide.` },
    lost: { tone: 'warning', text: `${holder} has taken this ${noun} over. What you typed is kept.` },
    failed: { tone: 'danger', text: problem },
  }
  return texts[state]
}

export function ClaimBar({ view, noun, onClaim, onTakeOver, onTakeOverBecause, onCancel, onRelease }: ClaimBarProps) {
  const { state, claim } = view
  const { tone, text } = said(view, noun)
  const claims = { free: 'Claim', ended: 'Claim again', failed: 'Try again' } as const
  return (
    <>
      <Banner
        tone={tone}
        action={
          <Buttons>
            {(state === 'free' || state === 'ended' || state === 'failed') && (
              <Button size="small" onClick={onClaim}>
                {claims[state]}
              </Button>
            )}
            {(state === 'resuming' || state === 'claiming' || state === 'releasing') && (
              <Button size="small" busy>
                {state === 'releasing' ? 'Release' : 'Claim'}
              </Button>
            )}
            {(state === 'held' || state === 'renewing') && (
              <Button
                size="small"
                onClick={onRelease}
                disabledReason={state === 'renewing' ? 'The claim is being renewed' : undefined}
              >
                Release
              </Button>
            )}
            {(state === 'taken' || state === 'asking' || state === 'lost') && (
              <Button size="small" onClick={onTakeOver}>
                Take over…
              </Button>
            )}
          </Buttons>
        }
      >
        {text}
      </Banner>
      {state === 'asking' && (
        <TakeOverQuestion
          noun={noun}
          holder={claim?.holder ?? null}
          onConfirm={onTakeOverBecause}
          onCancel={onCancel}
        />
      )}
    </>
  )
}

export interface TakeOverQuestionProps {
  noun: string
  /** Username of the person who has the claim. */
  holder: string | null
  /** @param note for that person, and for the history */
  onConfirm: (note: string) => void
  onCancel: () => void
}

/** Asks for the reason for a take-over, which is sent to the person who has the claim. */
export const TakeOverQuestion = ({ noun, holder, onConfirm, onCancel }: TakeOverQuestionProps) => (
  <ConfirmModal
    title={`Take this ${noun} over?`}
    confirm="Take over"
    cancel="Cancel"
    tone="primary"
    reason={{ label: 'Note', hint: `For ${holder ?? 'whoever has it'}, and for the history` }}
    onConfirm={onConfirm}
    onCancel={onCancel}
  >
    {`${holder ?? 'Whoever has it'} is told, and can no longer decide it under their claim.`}
  </ConfirmModal>
)
