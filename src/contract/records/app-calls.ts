/** The calls of a record for the users' apps, without their schemas (catalogue, The users' apps). The console makes none of them. */
import { MANY_RECORDS_BYTES } from '../constants'
import type { VerbCall } from './calls'
import { fileRulesOf, type AppCall, type Fields, type RecordDefinition } from './record'

/** @returns the fields in the body of a call */
export const sentFields = ({ asks, of }: AppCall): Fields =>
  Object.fromEntries(Object.entries(asks).filter(([name]) => name !== of))

const capital = (name: string) => `${name[0]!.toUpperCase()}${name.slice(1)}`

/** @returns what apps read: the list, except of a paged record, and single rows; and what they write */
export function appCallsOf(record: RecordDefinition): VerbCall[] {
  const common = { access: 'app', envelope: 'standard' } as const
  const base = `/api/v1/${record.appBase}`
  const reads: VerbCall[] = [
    { ...common, verb: 'appList', id: `${record.name}.appList`, method: 'GET', path: base, envelope: 'list' },
    { ...common, verb: 'appGet', id: `${record.name}.appGet`, method: 'GET', path: `${base}/:id` },
  ]
  const writes = Object.entries(record.appCalls ?? {}).flatMap(
    ([action, { path, method, of, asks, answers, movesMoney }]): VerbCall[] => {
      const to = `/api/v1/${path}`
      // Files for a record that is already there are uploaded like those of a new one.
      const takesFiles = of === undefined && Object.keys(fileRulesOf({ fields: asks })).length > 0
      return [
        {
          ...common,
          verb: 'appCall',
          action,
          id: `${record.name}.app${capital(action)}`,
          method: method ?? 'POST',
          path: to,
          // Which are about many rows.
          ...(answers && of === undefined && { bodyBytes: MANY_RECORDS_BYTES }),
          ...(movesMoney && { idempotencyKey: 'required' }),
        },
        ...(takesFiles
          ? [
              {
                ...common,
                verb: 'appUpload',
                id: `${record.name}.appUpload`,
                method: 'POST',
                path: `${to}/files`,
              } satisfies VerbCall,
            ]
          : []),
      ]
    },
  )
  return [
    ...(record.appBase === undefined ? [] : reads.filter(({ verb }) => verb === 'appGet' || record.reads === 'whole')),
    ...writes,
  ]
}
