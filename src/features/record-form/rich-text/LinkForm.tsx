/** The address of a link. It is no form of its own: it is inside the form of the record. */
import { useState, type KeyboardEvent } from 'react'
import { isAllowedHref, LINK_RULE } from '@contract/rich-text/links'
import { TextInput } from '@design-system/components/TextInput/TextInput'
import { Button } from '@design-system/primitives/Button/Button'
import { withScheme } from './pasted'
import { Buttons, LinkPanel } from './RichText.styles'

interface LinkFormProps {
  /** Address of the link at the selection; '' for none. */
  href: string
  onApply: (href: string) => void
  onRemove: () => void
}

export function LinkForm({ href, onApply, onRemove }: LinkFormProps) {
  const [typed, setTyped] = useState(href)
  const [error, setError] = useState<string | null>(null)
  const apply = () => {
    const address = withScheme(typed)
    if (isAllowedHref(address)) onApply(address)
    else setError(LINK_RULE)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    apply()
  }
  return (
    <LinkPanel>
      <TextInput
        label="Address"
        value={typed}
        autoComplete="off"
        spellCheck={false}
        placeholder="https://…"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the focus goes where the person is led by opening the panel
        autoFocus
        {...(error !== null && { error })}
        onChange={({ target }) => {
          setTyped(target.value)
          setError(null)
        }}
        onKeyDown={onKeyDown}
      />
      <Buttons>
        <Button variant="primary" onClick={apply}>
          {href === '' ? 'Add link' : 'Change link'}
        </Button>
        {href !== '' && <Button onClick={onRemove}>Remove link</Button>}
      </Buttons>
    </LinkPanel>
  )
}
