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

export default function SignInError() {
  const [query] = useSearchParams()
  return (
    <Standalone id="content">
      <EmptyState
        level={1}
        icon={ShieldAlert}
        title="You are not signed in"
        text={wordsFor(query.get('error'))}
        actions={<LinkButton to="/login">Go to the login</LinkButton>}
      />
    </Standalone>
  )
}
