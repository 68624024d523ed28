/** The versions of a record: compares any two of them, and restores an earlier one. */
import { useEffect, useState } from 'react'
import styled from 'styled-components'
import { History } from 'lucide-react'
import { describeError, ok } from '@contract/errors'
import type { Access } from '@contract/permissions'
import { ROLL_BACK, type RecordVersion } from '@contract/records/versions'
import { useConsole } from '@console/console'
import { useFreshRecord, useReading } from '@console/reading'
import { EmptyState } from '@design-system/components/EmptyState/EmptyState'
import { LoadingIndicator } from '@design-system/components/LoadingIndicator/LoadingIndicator'
import { SelectField } from '@design-system/components/SelectField/SelectField'
import { Timeline } from '@design-system/components/Timeline/Timeline'
import { Button } from '@design-system/primitives/Button/Button'
import { media, space, token, type } from '@design-system/tokens/tokens'
import type { CallAction, Resource, Row } from '@resources/resource'
import { currencyOf, nameOfRow } from '@resources/row-values'
import { permittedActions } from '../list/row-actions.container'
import { Changes } from './Changes'
import { Card, CardBody, CardTitle } from './record.styles'
import { comparisonOf } from './versions'

export interface VersionsProps {
  /** A list with versioned records. */
  resource: Resource<Row>
  row: Row
  access: Access
  /** Opens the question of an action. */
  onAsk: (call: { row: Row; action: CallAction<Row>; title: string; given: Readonly<Record<string, string>> }) => void
}

const Columns = styled.div`
  display: grid;
  gap: ${space[16]};
  padding: ${space[24]};
  align-items: start;
  ${media.abovePhone} {
    grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
  }
  ${media.phone} {
    padding: ${space[16]};
  }
`
const Choice = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${space[16]};
  margin-block-end: ${space[16]};
`
const Same = styled.p`
  ${type.cell}
  color: ${token.text.secondary};
`
const Foot = styled.div`
  margin-block-start: ${space[16]};
`

const byNumber = (versions: readonly RecordVersion[], no: number) =>
  versions.find(({ version_no }) => version_no === no) ?? null

export default function VersionsContainer({ resource, row, access, onAsk }: VersionsProps) {
  const { api, activity } = useConsole()
  const { onRow } = activity()
  const { id } = row
  const reading = useReading<RecordVersion[]>(async (signal) => {
    const answer = await api.call(resource.operations.versions!, { params: { id } }, { signal })
    return answer.ok ? ok(answer.value.data) : answer
  })
  const { refresh } = reading
  useFreshRecord(id, refresh)
  // An action in this console has returned the record.
  useEffect(() => onRow((_list, changed) => changed.id === id && refresh()), [onRow, id, refresh])
  /** Version numbers chosen by the person; null: the newest version and the one before. */
  const [chosen, setChosen] = useState<{ shown: number; against: number } | null>(null)
  const versions = reading.value
  if (!versions)
    return reading.state === 'unreachable' ? (
      <EmptyState
        role="alert"
        icon={History}
        tone="danger"
        title="The versions could not be loaded"
        text={reading.error ? describeError(reading.error) : undefined}
        requestId={reading.error?.requestId}
        actions={<Button onClick={reading.retry}>Try again</Button>}
      />
    ) : (
      <LoadingIndicator label="Loading versions" />
    )
  const [newest] = versions
  if (!newest)
    return (
      <EmptyState
        icon={History}
        title="No versions yet"
        text={`The first one is kept when the ${resource.noun.one} becomes active. Each edit after that is the next one.`}
      />
    )

  const { shown, against } = chosen ?? { shown: newest.version_no, against: newest.version_no - 1 }
  const version = byNumber(versions, shown) ?? newest
  const before = byNumber(versions, against)
  const currency = currencyOf(resource, row)
  const lines = comparisonOf(resource, version, before)
  const options = versions.map(({ version_no }) => ({ value: String(version_no), label: `Version ${version_no}` }))
  const rollBack = permittedActions(resource, access, row).find(({ key }) => key === ROLL_BACK)
  return (
    <Columns>
      <Card aria-label="Comparison">
        <CardTitle>Comparison</CardTitle>
        <CardBody>
          <Choice>
            <SelectField
              label="Show"
              options={options}
              value={String(version.version_no)}
              onChange={({ target }) => setChosen({ shown: Number(target.value), against })}
            />
            <SelectField
              label="Compared with"
              options={[{ value: '0', label: 'Nothing' }, ...options]}
              value={String(before?.version_no ?? 0)}
              onChange={({ target }) => setChosen({ shown: version.version_no, against: Number(target.value) })}
            />
          </Choice>
          {lines.length > 0 ? <Changes changes={lines} currency={currency} /> : <Same>They say the same.</Same>}
          {rollBack?.kind === 'call' && version !== newest && (
            <Foot>
              <Button
                onClick={() =>
                  onAsk({
                    row,
                    action: rollBack,
                    title: `Roll back ${nameOfRow(resource, row)} to version ${version.version_no}?`,
                    given: { version_no: String(version.version_no) },
                  })
                }
              >
                Roll back to version {version.version_no}
              </Button>
            </Foot>
          )}
        </CardBody>
      </Card>
      <Card aria-label="Versions">
        <CardTitle>Versions</CardTitle>
        <CardBody>
          <Timeline
            label={`Versions of ${nameOfRow(resource, row)}`}
            level={4}
            events={versions.map((each, index) => ({
              id: String(each.version_no),
              at: each.at,
              icon: History,
              what: `${each.by ? 'made version' : 'Version'} ${each.version_no}${index === 0 ? ', the current one' : ''}`,
              actor: each.by && { name: each.by.username, isPerson: true },
              detail: (
                <Changes changes={comparisonOf(resource, each, versions[index + 1] ?? null)} currency={currency} />
              ),
            }))}
          />
        </CardBody>
      </Card>
    </Columns>
  )
}
