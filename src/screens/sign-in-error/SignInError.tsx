/** What went wrong with a sign-in, by its name in the address: /error?error=CODE (spec 8, named sign-in errors). */
import { ShieldAlert } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { NAMED_SIGN_IN_ERRORS } from '@contract/errors'
import { EmptyState } from '@design-system/components/EmptyState/EmptyState'
import { LinkButton } from '../LinkButton'
import { Standalone } from '../standalone.styles'

/** @returns the words for a named error; those of UnknownError for any other text that stands in the address */
export const wordsFor = (code: string | null): string =>
  NAMED_SIGN_IN_ERRORS[code !== null && Object.hasOwn(NAMED_SIGN_IN_ERRORS, code) ? code : 'UnknownError']!

interface Props {
  /** Somebody is signed in all the same: an old address, or a second sign-in that went wrong. */
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
