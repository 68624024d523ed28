/**
 * Mutations that no test can detect, because the program behaves the same. Each has its reason. An entry that matches no
 * surviving mutation fails `npm run mutate`, so the list cannot become outdated.
 */
export interface Equivalent {
  file: string
  /** The source line without indentation; line numbers would change too often. */
  line: string
  /** Stryker's replacement for the mutated part. */
  replacement: string
  reason: string
}

export const EQUIVALENT: readonly Equivalent[] = [
  {
    file: 'machines/bulk-action/bulk-action.implementations.ts',
    line: "const current = answer.error.kind === 'conflict' ? (answer.error.current as VersionedRow | null) : null",
    replacement: 'true',
    reason: 'Only a conflict has `current`; for any other failure it is undefined, which counts as null.',
  },
  {
    file: 'machines/bulk-action/bulk-action.view.ts',
    line: "snapshot.hasTag('busy') ? snapshot.context.items.map(({ rowId }) => rowId) : idsOf(snapshot.context, 'left')",
    replacement: '""',
    reason: '`idsOf` treats every outcome as `left` that is neither `changed` nor `refused`.',
  },
  {
    file: 'machines/row-action/row-action.implementations.ts',
    line: "const row = answer.ok ? answer.value.row : answer.error.kind === 'conflict' ? answer.error.current : null",
    replacement: 'true',
    reason:
      'Only a conflict has `current`; for any other failure it is undefined, and no row is passed on in either case.',
  },
  {
    file: 'machines/row-action/row-action.machine.ts',
    line: "error.kind === 'conflict' ? (error.current as { version: number } | null)?.version : undefined",
    replacement: 'true',
    reason: 'Only a conflict has `current`; for any other failure it is undefined, and so is its version.',
  },
  {
    file: 'machines/notifications/notifications.implementations.ts',
    line: "count > 0 ? { type: 'notification.pushed', count, ...facts } : { type: 'notifications.counted', ...facts },",
    replacement: 'true',
    reason: 'Both events have the same effect, except that a push adds its count, and a count of 0 adds nothing.',
  },
  {
    file: 'machines/notifications/notifications.implementations.ts',
    line: "count > 0 ? { type: 'notification.pushed', count, ...facts } : { type: 'notifications.counted', ...facts },",
    replacement: 'count >= 0',
    reason: 'Both events have the same effect, except that a push adds its count, and a count of 0 adds nothing.',
  },
  {
    file: 'machines/notification-sync/notification-sync.implementations.ts',
    line: 'if (since === null) return ok({ isBehind: false })',
    replacement: '{}',
    reason: 'The machine checks whether `isBehind` is set, and a missing value is not; only the compiler requires it.',
  },
  {
    file: 'machines/submission/submission.implementations.ts',
    line: "return error.kind === 'conflict' && error.current && definition.fieldsOf",
    replacement: 'true',
    reason:
      'Only a conflict has `current`; for any other failure it is undefined, so that it is a failure in either case.',
  },
  {
    file: 'machines/submission/submission.implementations.ts',
    line: ": { type: 'failed', error }",
    replacement: '""',
    reason: 'The machine treats every answer as a failure that is neither `saved` nor `overtaken`.',
  },
  {
    file: 'machines/list/id-index.ts',
    line: 'for (let at = Math.max(0, id.length - SIGNS); at < id.length; at++) sum = (Math.imul(sum, 31) + id.charCodeAt(at)) | 0',
    replacement: 'Math.min(0, id.length - SIGNS)',
    reason: 'Every hash of the id finds the same positions; this one reads more of it.',
  },
  {
    file: 'machines/list/id-index.ts',
    line: 'for (let at = Math.max(0, id.length - SIGNS); at < id.length; at++) sum = (Math.imul(sum, 31) + id.charCodeAt(at)) | 0',
    replacement: 'Math.imul(sum, 31) - id.charCodeAt(at)',
    reason: 'Every hash of the id finds the same positions.',
  },
  {
    file: 'machines/list/id-index.ts',
    line: 'while (places[place] !== 0 && rows[places[place]! - 1]!.id !== id) place = (place + 1) & mask',
    replacement: 'place - 1',
    reason: 'The search for a free slot runs in the other direction, both when adding and when finding.',
  },
  {
    file: 'machines/list/id-index.ts',
    line: 'if (places.length >= ROOM * length && places.length > 0) return add(from, length)',
    replacement: 'false',
    reason: 'The table is rebuilt although it has room, with the same results.',
  },
  {
    file: 'machines/list/id-index.ts',
    line: 'if (places.length >= ROOM * length && places.length > 0) return add(from, length)',
    replacement: 'places.length > ROOM * length',
    reason: 'The table is rebuilt although it has room, with the same results.',
  },
  {
    file: 'machines/list/id-index.ts',
    line: 'while (size < ROOM * length) size *= 2',
    replacement: 'size <= ROOM * length',
    reason: 'The table is twice as large at the exact sizes, with the same results.',
  },
  {
    file: 'machines/list/row-store.ts',
    line: 'return position === undefined ? undefined : rows[position]',
    replacement: 'false',
    reason: 'An array has no element at `undefined`.',
  },
]
