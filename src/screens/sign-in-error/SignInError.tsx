/** The error of a sign-in, by its name in the address: /error?error=CODE (spec 8, named sign-in errors). */
import { ShieldAlert } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { NAMED_SIGN_IN_ERRORS } from '@contract/errors'
import { EmptyState } from '@design-system/components/EmptyState/EmptyState'
import { LinkButton } from '@features/shared/LinkButton'
import { Standalone } from '../standalone.styles'

/** @returns the text for a named error; that of UnknownError for any other code in the address */
export const wordsFor = (code: string | null): string =>
  NAMED_SIGN_IN_ERRORS[code !== null && Object.hasOwn(NAMED_SIGN_IN_ERRORS, code) ? code : 'UnknownError']!

interface Props {
  /** Somebody is signed in nevertheless: with an old address, or after a second sign-in that failed. */
  signedIn?: boolean
}

export default function SignInError({ signedIn = false }: Props) {
  const [query] = useSearchParams()
  return (
    <Standalone id="content">
      <EmptyState
        level={1}
        icon={ShieldAlert}
        title={signedIn ? 'You are signed in' : 'You are not signed in'}
        text={signedIn ? `An earlier sign-in failed: ${wordsFor(query.get('error'))}` : wordsFor(query.get('error'))}
        actions={
          signedIn ? <LinkButton to="/">Go to Home</LinkButton> : <LinkButton to="/login">Go to the login</LinkButton>
        }
      />
    </Standalone>
  )
}
