/**
 * The type of an operation of the platform API. The catalogue of a domain is an object of operations, one for each
 * call.
 */
import * as yup from 'yup'
import { FULL_LIST_ITEM_NO } from '../constants'
import { can, type Access, type Action, type Subject } from '../permissions'
import { id, parameters } from '../schema'

export type Method = 'GET' | 'POST' | 'PATCH'

/**
 * Who may call: everybody, an app of the users with its key, everybody who is signed in, or people with a permission;
 * with `or` one of two permissions suffices, with `and` both are needed.
 */
export type AccessRule = 'public' | 'app' | 'signedIn' | { action: Action; or?: Action; and?: Action; subject: Subject }

/** Contains the key of an app. */
export const APP_KEY_HEADER = 'X-App-Key'

/** Whether a signed-in person may make a call. */
export const isAllowed = (rule: AccessRule, access: Access): boolean =>
  rule === 'public' || rule === 'signedIn' || (typeof rule === 'object' && isPermitted(rule, access))
const isPermitted = (rule: Exclude<AccessRule, string>, access: Access): boolean =>
  (can(access, rule.action, rule.subject) && (rule.and === undefined || can(access, rule.and, rule.subject))) ||
  (rule.or !== undefined && can(access, rule.or, rule.subject))

/** A call of the API: `Q` its query, `B` its body, `D` the data of its response. */
export interface Operation<Id extends string = string, P = unknown, Q = unknown, B = unknown, D = unknown> {
  /** `domain.verb` */
  readonly id: Id
  readonly method: Method
  /** Path with `:name` for parameters, from the root of the host. */
  readonly path: string
  /** Older paths of the spec that are served in the same way. */
  readonly aliases?: readonly string[]
  /** One sentence, shown on the OpenAPI page. */
  readonly summary: string
  /** Who may call; a function if this depends on the body. */
  readonly access: AccessRule | ((body: unknown) => AccessRule)
  readonly params?: yup.Schema<P>
  readonly query?: yup.Schema<Q>
  readonly body?: yup.Schema<B>
  /** `data` of the response; the whole body if `envelope` is `plain`. */
  readonly data: yup.Schema<D>
  /**
   * `standard`: `{ success, data, … }`; `list`: with `total_count`; `plain`: the sign-in mechanism's own bodies; `file`: the bytes of a
   * file. Notifications add `unread_count` and `revision`.
   */
  readonly envelope: 'standard' | 'list' | 'plain' | 'file'
  /**
   * The body is a file, sent unchanged: the accepted types (checked by its content), and the maximum number of bytes.
   */
  readonly upload?: { readonly types: readonly string[]; readonly maxBytes: number }
  /** The maximum size of the body in bytes, if it is not MAX_BODY_BYTES. */
  readonly bodyBytes?: number
  /** The list is also served as NDJSON (contract, Lists). */
  readonly streams?: boolean
  /** The list is read in pages: the response contains the cursor of the next one (`next_cursor`). */
  readonly pages?: boolean
  /** The first page names the kinds of all entries (`kinds`), by which the query can filter. */
  readonly kinds?: boolean
  /**
   * The call must carry `If-Match` with the record's version. `each`: a call about several records may carry the
   * version of each, in the order of its ids (`"3","7"`); a record with another version is refused.
   */
  readonly ifMatch?: true | 'each'
  /** A POST that changes nothing: it needs no key, and is not audited. */
  readonly readOnly?: true
  /**
   * Every other POST and every PATCH accepts `Idempotency-Key`; `required` if a repetition would do harm (contract,
   * Writes).
   */
  readonly idempotencyKey?: 'required'
}

/** Any concrete operation. */
export type AnyOperation = Operation<string, never, never, never, unknown> | Operation

/** Declares an operation; the type of each part comes from its schema. */
export const defineOperation = <const Id extends string, P = undefined, Q = undefined, B = undefined, D = unknown>(
  operation: Operation<Id, P, Q, B, D>,
): Operation<Id, P, Q, B, D> => operation

export type ParamsOf<O> = O extends Operation<string, infer P, infer _Q, infer _B, infer _D> ? P : never
export type QueryOf<O> = O extends Operation<string, infer _P, infer Q, infer _B, infer _D> ? Q : never
export type BodyOf<O> = O extends Operation<string, infer _P, infer _Q, infer B, infer _D> ? B : never
export type DataOf<O> = O extends Operation<string, infer _P, infer _Q, infer _B, infer D> ? D : never

/** Path parameters of every call about one record. */
export const idParams = yup.object({ id: id() }).noUnknown().strict()

/** Parses a list parameter that is sent as one comma-separated string. */
export const commaList = () =>
  yup
    .array(yup.string().required())
    .transform((_value, original: unknown) =>
      typeof original === 'string' ? original.split(',').filter(Boolean) : original,
    )

/**
 * The query of a list (contract, Lists). Values arrive as text and are converted to their types.
 * @param filters field → schema of the value for filtering
 * @param fields names of the fields that can be requested, sorted by and returned
 */
export const listQuery = <F extends yup.ObjectShape>(filters: F, fields: readonly string[]) =>
  parameters({
    page: yup.number().integer('page is a whole number').min(1, 'page starts at 1').optional(),
    itemNo: yup
      .number()
      .integer('itemNo is a whole number')
      .min(1, 'itemNo starts at 1')
      .max(FULL_LIST_ITEM_NO)
      .optional(),
    search: yup.string().max(255).optional(),
    sort_by: yup.string().oneOf(fields).optional(),
    sort_order: yup
      .string()
      .oneOf(['asc', 'desc'] as const)
      .optional(),
    /** Only these fields are sent (`id` and `version` always): those of the shown columns. */
    fields: commaList().of(yup.string().oneOf(fields).required()).optional(),
    /** Only these records, comma-separated: requested by a console after `record:changed`. */
    id: commaList().of(id()).max(200).optional(),
    ...filters,
  })

/** Data of a response that contains only a message. */
export const nothing = yup.mixed<never>().nullable().defined()
