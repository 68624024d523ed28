/** The page of one user, first version: who they are, their state, their balances, and what can be done (screens.md, /users/[...params]). */
import { KeyRound, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { accountLabel, type Label } from '@contract/labels'
import type { users } from '@contract/records/people/users'
import type { RowOf } from '@contract/records/record'
import { CopyButton } from '@design-system/components/CopyButton/CopyButton'
import { KeyValueList, type KeyValue } from '@design-system/components/KeyValueList/KeyValueList'
import { Avatar } from '@design-system/primitives/Avatar/Avatar'
import { Button } from '@design-system/primitives/Button/Button'
import { Tag } from '@design-system/primitives/Tag/Tag'
import { ACCOUNT_STATUS_LABELS, KYC_STATUS_LABELS, RISK_LEVEL_LABELS } from '@resources/people/pills'
import { formatTime } from '@features/shared/format'
import { LabelPill } from '@features/shared/label/LabelPill'
import { Money } from '@features/shared/Money'
import { Actions, Card, CardBody, Cards, CardTitle, Facts, Head, Name, Notice, Who } from '../record.styles'

/** A user as this person may see them: fields that they may not read are not there. */
export type VisibleUser = Partial<RowOf<typeof users>> & { id: string; version: number }

export interface UserPageProps {
  user: VisibleUser
  /** Above the page: that it may be old. */
  notice?: ReactNode
  /** The account's switch; none where it may not be read. */
  accountSwitch: ReactNode
  /** Not given: not permitted. */
  onEdit?: () => void
  onResetPassword?: () => void
}

export const nameOf = (user: VisibleUser) =>
  [user.first_name, user.last_name].filter(Boolean).join(' ') || user.username || 'User'

/** The facts that are there; one that may not be read is left out. */
const facts = (entries: readonly [label: string, value: ReactNode | undefined][]): KeyValue[] =>
  entries
    .filter((entry): entry is [string, ReactNode] => entry[1] !== undefined)
    .map(([label, value]) => ({ label, value }))

const Section = ({ title, items, align }: { title: string; items: KeyValue[]; align?: 'end' }) =>
  items.length === 0 ? null : (
    <Card aria-label={title}>
      <CardTitle>{title}</CardTitle>
      <CardBody>
        <KeyValueList items={items} align={align} />
      </CardBody>
    </Card>
  )

export function UserPage({ user, notice, accountSwitch, onEdit, onResetPassword }: UserPageProps) {
  // The usual state shows no pill.
  const status = user.account_status && ACCOUNT_STATUS_LABELS[user.account_status]
  const money = (amount: string | undefined) => amount && <Money amount={amount} currency={user.currency ?? 'USD'} />
  const pill = (label: Label | string | undefined) =>
    typeof label === 'object' ? <LabelPill label={label} size="list" /> : label
  const time = (at: string | null | undefined) =>
    at && (
      <time dateTime={at} title={at}>
        {formatTime(at)}
      </time>
    )
  return (
    <>
      <Head>
        <Avatar name={nameOf(user)} size={48} />
        <Who>
          <Name>
            {nameOf(user)}
            {user.is_deleted && <LabelPill label={accountLabel(true)} />}
            {typeof status === 'object' && <LabelPill label={status} />}
          </Name>
          <Facts>
            {user.username && <span>@{user.username}</span>}
            <code>{user.id}</code>
            <CopyButton text={user.id} label="Copy the id" />
            {user.role && <Tag>{user.role}</Tag>}
          </Facts>
        </Who>
        <Actions>
          {onResetPassword && (
            <Button icon={KeyRound} onClick={onResetPassword}>
              Reset password
            </Button>
          )}
          {onEdit && (
            <Button icon={Pencil} onClick={onEdit}>
              Edit
            </Button>
          )}
          {accountSwitch}
        </Actions>
      </Head>
      {notice && <Notice>{notice}</Notice>}
      <Cards>
        <Section
          title="Identity"
          items={facts([
            ['Email', user.email],
            ['Phone', user.phone],
            ['Country', user.country],
            ['Level', user.user_level],
            ['Creator', user.Creator === undefined ? undefined : (user.Creator?.username ?? 'registration')],
            ['Verification', pill(user.kyc_status && KYC_STATUS_LABELS[user.kyc_status])],
            ['Risk', pill(user.risk_level && RISK_LEVEL_LABELS[user.risk_level])],
            ['Partner store', user.third_party_store_code],
            ['Tags', user.tags?.join(', ')],
          ])}
        />
        <Section
          title="Balances"
          align="end"
          items={facts([
            ['Cash', money(user.cash_balance)],
            ['Bonus', money(user.bonus_balance)],
            ['Total deposits', money(user.total_deposit)],
            ['Total withdrawals', money(user.total_withdrawal)],
          ])}
        />
        <Section
          title="Activity"
          items={facts([
            ['Registered', time(user.createdAt)],
            ['Last changed', time(user.updatedAt)],
            ['Last active', time(user.last_active_at)],
          ])}
        />
      </Cards>
    </>
  )
}
