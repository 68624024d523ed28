/** What a change of a person's rights does, before it is confirmed: what they gain and lose, in their menu and in detail. */
import styled from 'styled-components'
import { accessIn } from '@contract/records/people/access-change'
import { focusRing, radius, space, token, type } from '@design-system/tokens/tokens'
import { Columns, Lines, Parts } from '../../shared/AccessLines'
import type { RightsSection } from '../../shared/rights-in-words'
import { accessChangeInWords } from './access-change'

const Details = styled.details`
  summary {
    ${focusRing}
    width: fit-content;
    border-radius: ${radius.control};
    color: ${token.accent.text};
    cursor: pointer;
  }
  > div {
    display: grid;
    gap: ${space[8]};
    margin-block-start: ${space[8]};
  }
  h5 {
    ${type.meta}
    color: ${token.text.secondary};
  }
`

function Rights({ title, rights }: { title: string; rights: 'everything' | RightsSection[] }) {
  return (
    <Details>
      <summary>{title}</summary>
      <div>
        {rights === 'everything' ? (
          <p>They may open every page, read every field, and add, change and disable every record.</p>
        ) : rights.length === 0 ? (
          <p>They may not open any page.</p>
        ) : (
          rights.map((section) => (
            <div key={section.title}>
              <h5>{section.title}</h5>
              <ul>
                {section.sentences.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            </div>
          ))
        )}
      </div>
    </Details>
  )
}

const plain = (lines: readonly string[]) => lines.map((line) => ({ key: line, line }))
const storesInWords = (stores: unknown) => (typeof stores === 'string' ? stores : 'all stores')

export interface AccessChangeProps {
  /** The answer of the preview (contract, access-change). */
  answer: Readonly<Record<string, unknown>>
  /** The role of the person. */
  role: string
}

export function AccessChange({ answer, role }: AccessChangeProps) {
  const { appears, leaves, gains, loses, now, then } = accessChangeInWords(
    accessIn(answer, 'now'),
    accessIn(answer, 'then'),
    role,
  )
  const [storesNow, storesThen] = [storesInWords(answer.stores_now), storesInWords(answer.stores_then)]
  const isSame = gains.length + loses.length + appears.length + leaves.length === 0 && storesNow === storesThen
  return (
    <Parts>
      {isSame && <p>Nothing changes for them.</p>}
      <Columns>
        <Lines title="They gain" lines={plain(gains)} />
        <Lines title="They lose" lines={plain(loses)} />
        <Lines title="Appears in their menu" lines={plain(appears)} />
        <Lines title="Leaves their menu" lines={plain(leaves)} />
      </Columns>
      {storesNow !== storesThen && (
        <p>
          They see the records of {storesThen} instead of {storesNow}.
        </p>
      )}
      <Rights title="What they may do now" rights={now} />
      <Rights title="What they may do then" rights={then} />
    </Parts>
  )
}
