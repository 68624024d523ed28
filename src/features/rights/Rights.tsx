/** The signed-in person's account and rights, in sentences (spec 6). */
import styled from 'styled-components'
import type { Profile } from '@contract/entities/profile'
import { KeyValueList } from '@design-system/components/KeyValueList/KeyValueList'
import { Modal } from '@design-system/components/Modal/Modal'
import { space, token, type } from '@design-system/tokens/tokens'
import { roleWords } from '../shared/role-label'
import { WHO_CAN_GRANT } from '../shared/subject-words'
import type { RightsSection } from '../shared/rights-in-words'

const Parts = styled.div`
  display: grid;
  gap: ${space[16]};
  ${type.formValue}
  color: ${token.text.secondary};
  h3 {
    margin-block-end: ${space[4]};
    ${type.meta}
    color: ${token.text.muted};
  }
`

export interface RightsProps {
  /** Null if it could not be read. */
  profile: Profile | null
  rights: 'everything' | RightsSection[]
  onClose: () => void
}

export function Rights({ profile, rights, onClose }: RightsProps) {
  return (
    <Modal title="Your rights" onClose={onClose}>
      <Parts>
        {profile && (
          <KeyValueList
            items={[
              { label: 'Name', value: `${profile.first_name} ${profile.last_name}` },
              { label: 'Role', value: roleWords(profile.role) },
              { label: 'Email', value: profile.email },
              { label: 'Store', value: profile.third_party_store_code ?? profile.store_code },
            ]}
          />
        )}
        {rights === 'everything' ? (
          <p>You may open every page, read every field, and add, change and disable every record.</p>
        ) : rights.length === 0 ? (
          <p>You may not open any page yet. {WHO_CAN_GRANT}</p>
        ) : (
          rights.map(({ title, sentences }) => (
            <section key={title} aria-label={title}>
              <h3>{title}</h3>
              {sentences.map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
            </section>
          ))
        )}
      </Parts>
    </Modal>
  )
}
