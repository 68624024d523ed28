/**
 * Changes that no test can notice, because the program does the same with them. Each has its reason. An entry that matches no
 * surviving change fails `npm run mutate`, so the list cannot outlive the code that it is about.
 */
export interface Equivalent {
  file: string
  /** The line of the source, without indentation: line numbers move, and the line itself says what is meant. */
  line: string
  /** What Stryker puts in place of the changed part. */
  replacement: string
  reason: string
}

export const EQUIVALENT: readonly Equivalent[] = [
  {
    file: 'machines/bulk-action/bulk-action.implementations.ts',
    line: "const current = answer.error.kind === 'conflict' ? (answer.error.current as VersionedRow | null) : null",
    replacement: 'true',
    reason: 'Only a conflict has `current`; of any other failure it is undefined, which counts as null.',
  },
  {
    file: 'machines/bulk-action/bulk-action.view.ts',
    line: "snapshot.hasTag('busy') ? snapshot.context.items.map(({ rowId }) => rowId) : idsOf(snapshot.context, 'left')",
    replacement: '""',
    reason: '`idsOf` takes every outcome for `left` that is neither `changed` nor `refused`.',
  },
  {
    file: 'machines/row-action/row-action.implementations.ts',
    line: "const row = answer.ok ? answer.value.row : answer.error.kind === 'conflict' ? answer.error.current : null",
    replacement: 'true',
    reason: 'Only a conflict has `current`; of any other failure it is undefined, and no row is handed on either way.',
  },
  {
    file: 'machines/row-action/row-action.machine.ts',
    line: "error.kind === 'conflict' ? (error.current as { version: number } | null)?.version : undefined",
    replacement: 'true',
    reason: 'Only a conflict has `current`; of any other failure it is undefined, and so is its version.',
  },
  {
    file: 'machines/notifications/notifications.implementations.ts',
    line: "count > 0 ? { type: 'notification.pushed', count, ...facts } : { type: 'notifications.counted', ...facts },",
    replacement: 'true',
    reason: 'Both events do the same to the machine, but that a push adds its count: of 0 new ones it adds nothing.',
  },
  {
    file: 'machines/notifications/notifications.implementations.ts',
    line: "count > 0 ? { type: 'notification.pushed', count, ...facts } : { type: 'notifications.counted', ...facts },",
    replacement: 'count >= 0',
    reason: 'Both events do the same to the machine, but that a push adds its count: of 0 new ones it adds nothing.',
  },
  {
    file: 'machines/notification-sync/notification-sync.implementations.ts',
    line: 'if (since === null) return ok({ isBehind: false })',
    replacement: '{}',
    reason: 'The machine asks whether `isBehind` is set, and a missing one is not; the compiler alone wants it.',
  },
  {
    file: 'machines/submission/submission.implementations.ts',
    line: "return error.kind === 'conflict' && error.current && definition.fieldsOf",
    replacement: 'true',
    reason: 'Only a conflict has `current`; of any other failure it is undefined, so that it is a failure either way.',
  },
  {
    file: 'machines/submission/submission.implementations.ts',
    line: ": { type: 'failed', error }",
    replacement: '""',
    reason: 'The machine takes every answer for a failure that is neither `saved` nor `overtaken`.',
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
    reason: 'A free place is looked for in the other direction, when adding and when finding alike.',
  },
  {
    file: 'machines/list/id-index.ts',
    line: 'if (places.length >= ROOM * length && places.length > 0) return add(from, length)',
    replacement: 'false',
    reason: 'The table is built again though it has room, and finds the same.',
  },
  {
    file: 'machines/list/id-index.ts',
    line: 'if (places.length >= ROOM * length && places.length > 0) return add(from, length)',
    replacement: 'places.length > ROOM * length',
    reason: 'The table is built again though it has room, and finds the same.',
  },
  {
    file: 'machines/list/id-index.ts',
    line: 'while (size < ROOM * length) size *= 2',
    replacement: 'size <= ROOM * length',
    reason: 'The table is twice as large at the exact sizes, and finds the same.',
  },
  {
    file: 'machines/list/row-store.ts',
    line: 'return position === undefined ? undefined : rows[position]',
    replacement: 'false',
    reason: 'An array has nothing at `undefined`.',
  },
]
