/**
 * The recovery codes (screens.md, account menu): how many are left, a button for new ones, and the ten codes, shown
 * once.
 */
import { Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { TWO_FACTOR } from '@contract/constants'
import { Banner } from '@design-system/components/Banner/Banner'
import { CopyButton } from '@design-system/components/CopyButton/CopyButton'
import { Button } from '@design-system/primitives/Button/Button'
import { Skeleton } from '@design-system/primitives/Skeleton/Skeleton'
import { VisuallyHidden } from '@design-system/primitives/VisuallyHidden/VisuallyHidden'
import { download } from '../shared/download'
import { Foot, FootLine } from '../shared/form/form.styles'
import { FormFoot } from '../shared/form/FormFoot'
import { StepUpForm, type StepUpFormProps } from '../shared/step-up/StepUpForm'
import { Parts } from '../shared/step-up/step-up.styles'
import { Codes, Keep } from './TwoFactor.styles'

export interface RecoveryCodesProps extends Omit<StepUpFormProps, 'id' | 'needsCode' | 'children'> {
  isSteppingUp: boolean
  /** The view; `unknown` after a call failed. */
  shows: 'counting' | 'counted' | 'unknown' | 'making' | 'codes'
  codes: readonly string[] | null
  codesLeft: number | null
  /** Above the buttons. */
  problem: string | null
  onRenew: () => void
  onRetry: () => void
  /** The person confirms that they have saved the codes. */
  onKept: () => void
  /** Done, Cancel. */
  onClose: () => void
}

/** Title of the modal, and name of the list. */
export const RECOVERY_TITLE = 'Recovery codes'
const FILE = 'pitboss-recovery-codes.txt'

const leftText = (left: number) =>
  left === 0 ? 'You have no recovery codes left.' : `${left} of ${TWO_FACTOR.recoveryCodes} recovery codes left.`

/** The codes. The list takes the focus, so that a repeated Enter does not dismiss it. */
function CodeList({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => list.current?.focus(), [])
  const text = codes.join('\n')
  return (
    <>
      <Parts>
        <p>
          If you lose your phone, each of these codes signs you in once, in the place of a code of your app. Keep them
          where you can reach them without your phone. They are shown only now.
        </p>
        <Codes ref={list} tabIndex={-1} aria-label={RECOVERY_TITLE}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Codes>
        <Keep>
          <CopyButton text={text} label="Copy" kind="button" />
          <Button size="small" icon={Download} onClick={() => download(`${text}\n`, FILE, 'text/plain')}>
            Download
          </Button>
        </Keep>
      </Parts>
      <Foot>
        <FootLine>
          <Button variant="primary" size="large" onClick={onKept}>
            I have kept these codes
          </Button>
        </FootLine>
      </Foot>
    </>
  )
}

interface CountProps {
  left: number | null
  isCounting: boolean
  problem: string | null
}

/** How many codes are left, or why it is unknown. */
const Count = ({ left, isCounting, problem }: CountProps) => (
  <Parts>
    {isCounting && (
      <>
        <VisuallyHidden as="output">Counting your recovery codes</VisuallyHidden>
        <Skeleton width={180} height={20} />
      </>
    )}
    {left !== null && <p data-strong>{leftText(left)}</p>}
    {(isCounting || left !== null) && (
      <p>Each one signs you in once, in the place of a code of your app. New codes replace all that you have now.</p>
    )}
    {problem !== null && <Banner tone="danger">{problem}</Banner>}
  </Parts>
)

const Making = () => (
  <Parts>
    <VisuallyHidden as="output">Making your recovery codes</VisuallyHidden>
    <Codes as="div" aria-hidden>
      {Array.from({ length: TWO_FACTOR.recoveryCodes }, (_, index) => (
        <Skeleton key={index} height={20} />
      ))}
    </Codes>
  </Parts>
)

/** The content of the modal 'Recovery codes'. */
export function RecoveryCodes({
  isSteppingUp,
  shows,
  codes,
  codesLeft,
  problem,
  busy,
  onRenew,
  onRetry,
  onKept,
  onClose,
  ...stepUp
}: RecoveryCodesProps) {
  if (codes !== null) return <CodeList codes={codes} onKept={onKept} />
  if (isSteppingUp) {
    return (
      <StepUpForm id="recovery-step-up" needsCode busy={busy} {...stepUp}>
        <FormFoot verb="New recovery codes" busy={busy} problem={problem} onCancel={onClose} />
      </StepUpForm>
    )
  }
  return (
    <>
      {shows === 'making' ? <Making /> : <Count left={codesLeft} isCounting={shows === 'counting'} problem={problem} />}
      <Foot>
        <FootLine>
          <Button
            size="large"
            disabledReason={busy && shows !== 'counting' ? 'Wait for the server’s answer' : undefined}
            onClick={onClose}
          >
            {shows === 'counted' ? 'Done' : 'Cancel'}
          </Button>
          <Button variant="primary" size="large" busy={busy} onClick={problem === null ? onRenew : onRetry}>
            {problem === null ? 'New recovery codes' : 'Try again'}
          </Button>
        </FootLine>
      </Foot>
    </>
  )
}
