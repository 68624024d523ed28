/** The page of one user: reads the record, keeps it fresh, and runs the actions on it. */
import { useEffect, useState } from 'react'
import { useSelector } from '@xstate/react'
import { useSearchParams } from 'react-router-dom'
import { describeError, ok } from '@contract/errors'
import { ID } from '@contract/patterns'
import { canRead, rightsOn } from '@contract/permissions'
import { Banner } from '@design-system/components/Banner/Banner'
import { EmptyState } from '@design-system/components/EmptyState/EmptyState'
import { LoadingIndicator } from '@design-system/components/LoadingIndicator/LoadingIndicator'
import { Button } from '@design-system/primitives/Button/Button'
import { AccountSwitchContainer } from '@features/shared/account-switch/AccountSwitch.container'
import { newKey } from '@console/new-key'
import { useConsole } from '@console/console'
import { useFreshRecord, useReading } from '@console/reading'
import { activityCommands, selectRowActions } from '@machines/activity/activity.view'
import { recordActions, ENABLE_DISABLE, enableDisablePayload } from '@resources/record-actions'
import type { Resource, Row } from '@resources/resource'
import { TriangleAlert, UserX } from 'lucide-react'
import { RecordFormContainer, DisableQuestion } from '../record-dialogs'
import { LinkButton } from '../LinkButton'
import Forbidden from '../not-found/Forbidden'
import { Middle } from '../page.styles'
import { permittedForm, writeForm, type OpenForm } from '@resources/list-address'
import type { ResourceScreenProps } from '../screen-props'
import { nameOf, UserPage, type VisibleUser } from './UserPage'

export default function UserScreen({ parts, resource }: ResourceScreenProps) {
  const [id = ''] = parts
  return ID.pattern.test(id) ? <UserOf key={id} id={id} resource={resource} /> : <NoSuchUser />
}

const NoSuchUser = () => (
  <Middle>
    <EmptyState
      icon={UserX}
      title="No such user"
      text="This record does not exist, or is not in your store."
      actions={<LinkButton to="/users">Go to Users</LinkButton>}
    />
  </Middle>
)

function UserOf({ id, resource }: { id: string; resource: Resource<Row> }) {
  const running = useConsole()
  const { api, actors, settled } = running
  const access = useSelector(actors.access, (snapshot) => snapshot.context.access)
  const [query, setQuery] = useSearchParams()
  const { actor: activity, define, onRow } = running.activity()
  const action = useSelector(activity, (snapshot) => selectRowActions(snapshot)[id])
  /** The Idempotency-Key of the question that is shown. */
  const [askedWith, setAskedWith] = useState<string | null>(null)
  const record = useReading<VisibleUser>(async (signal) => {
    const answer = await api.call(resource.operations.get, { params: { id } }, { signal })
    settled.mark()
    return answer.ok ? ok(answer.value.data as VisibleUser) : answer
  })
  const { refresh } = record
  useFreshRecord(id, refresh)
  useEffect(() => define(recordActions(resource)), [define, resource])
  // An action of this console returned the record.
  useEffect(() => onRow((_list, row) => row.id === id && refresh()), [onRow, id, refresh])

  const user = record.value
  if (!user) {
    if (record.error?.kind === 'notFound') return <NoSuchUser />
    // To try again would not help.
    if (record.error?.kind === 'forbidden') return <Forbidden subjects={['Users']} />
    return record.state === 'unreachable' ? (
      <Middle>
        <EmptyState
          icon={TriangleAlert}
          tone="danger"
          title="The user could not be loaded"
          text={record.error ? describeError(record.error) : undefined}
          requestId={record.error?.requestId}
          actions={
            <Button variant="primary" onClick={record.retry}>
              Try again
            </Button>
          }
        />
      </Middle>
    ) : (
      <LoadingIndicator label="Loading user" />
    )
  }

  const rights = rightsOn(access, 'Users')
  const form = permittedForm(query, rights)
  const open = (next: OpenForm | null) => setQuery(writeForm(query, next))
  const toggle = (isDeleted: boolean, key: string) => {
    activityCommands((event) => activity.send(event)).startRowAction({
      list: resource.slug,
      rowId: id,
      version: user.version,
      action: ENABLE_DISABLE,
      payload: enableDisablePayload(isDeleted),
      key,
      record: { name: nameOf(user), href: `${resource.route}/${id}` },
    })
    setAskedWith(null)
  }

  return (
    <>
      <UserPage
        user={user}
        notice={
          record.state === 'outdated' && (
            <Banner
              tone="warning"
              action={
                <Button size="small" onClick={record.retry}>
                  Try again
                </Button>
              }
            >
              This may be old: {describeError(record.error!)}
            </Banner>
          )
        }
        accountSwitch={
          canRead(access, 'Users', 'is_deleted') && (
            <AccountSwitchContainer
              action={action}
              name={nameOf(user)}
              isDeleted={user.is_deleted === true}
              onToggle={
                rights.enable_disable
                  ? (isDeleted) => (isDeleted ? setAskedWith(newKey()) : toggle(false, newKey()))
                  : undefined
              }
            />
          )
        }
        onEdit={rights.update ? () => open({ name: 'edit', id }) : undefined}
        onResetPassword={rights.update ? () => open({ name: 'resetPassword', id }) : undefined}
      />
      {form && form.name !== 'create' && (
        <RecordFormContainer
          resource={resource}
          target={{ ...form, id }}
          onSaved={() => (refresh(), open(null))}
          onClose={() => open(null)}
        />
      )}
      {askedWith !== null && (
        <DisableQuestion
          name={nameOf(user)}
          effect="They can no longer sign in or play, and their sessions end. You can enable them again."
          onConfirm={() => toggle(true, askedWith)}
          onCancel={() => setAskedWith(null)}
        />
      )}
    </>
  )
}
