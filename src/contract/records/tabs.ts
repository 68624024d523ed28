/** The tabs of paged lists: the parts of a list that people work through, each with a count (records, Lists). */
import { STATUS, type QueueField } from './queue'

/** The value of a reference to staff in a tab: the person who reads the list. */
export const READER = '@reader'

/**
 * A part of a paged list that people work through. A path serves `equal`; `only` further limits the rows: to those with
 * one of these values (also derived ones), with a time at most this many days from now, or with a time of today.
 */
export interface ListTab<Name extends string = string> {
  readonly label: string
  readonly equal: { readonly [K in Name]?: string }
  readonly only?: { readonly [K in Name]?: TabCondition }
}
export type TabCondition =
  | { readonly is: readonly string[] }
  | { readonly withinDays: number }
  /** The day in UTC, like the days of all counts. */
  | { readonly today: true }

/** A tab for each value of an enum by which a path filters. */
export const tabsOf = <Name extends string>(
  field: Name,
  labels: Readonly<Record<string, string>>,
): Readonly<Record<string, ListTab<Name>>> =>
  Object.fromEntries(
    Object.entries(labels).map(([value, label]) => [
      value.toLowerCase(),
      { label, equal: { [field]: value } as ListTab<Name>['equal'] },
    ]),
  )

/** The tab with the records that whoever reads the list has claimed. @param status their state */
export const mineTab = <S extends string>(status: S) =>
  ({
    label: 'Mine',
    equal: { [STATUS]: status as string },
    only: { claimed_by: { is: [READER] } },
  }) as const satisfies ListTab<typeof STATUS | QueueField>

/**
 * The tabs of a state whose decision others may have to approve: the records that wait for the first decision, those of them that whoever
 * reads the list has claimed, and those that wait for the approval of it.
 * @param label of the first tab, whose name is the state's @param claimed the state that a claim shows, if it shows one
 */
export const queueTabs = <S extends string>(status: S, label: string, claimed: S = status) =>
  ({
    [status.toLowerCase()]: { label, equal: { [STATUS]: status }, only: { awaits_approval: { is: ['false'] } } },
    mine: mineTab(claimed),
    second_approval: {
      label: 'Second approval',
      equal: { [STATUS]: status },
      only: { awaits_approval: { is: ['true'] } },
    },
  }) as Readonly<Record<string, ListTab<'status' | 'awaits_approval' | QueueField>>>
