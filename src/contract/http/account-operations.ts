/** The calls that staff and end users have in common: list, one, its history, create, update, enable or disable, reset password. */
import * as yup from 'yup'
import { enableDisableSchema, passwordResetSchema } from '../entities/account'
import { historyEntrySchema } from '../entities/history'
import type { Action, Subject } from '../permissions'
import { defineOperation, idParams, listQuery, nothing } from './operation'

/** True for exactly `{ is_deleted }`: the call then enables or disables. */
export const isEnableDisable = (body: unknown): body is { is_deleted: boolean } =>
  typeof body === 'object' && body !== null && Object.keys(body).length === 1 && 'is_deleted' in body

/**
 * The operations of one kind of account.
 * @param kind domain of the ids, path base under /api/v1/, subject, and the schemas
 */
export function accountOperations<
  const D extends string,
  E extends yup.Maybe<yup.AnyObject>,
  C,
  U extends object,
  F extends yup.ObjectShape,
>(kind: {
  domain: D
  base: string
  aliases?: readonly string[]
  subject: Subject
  noun: string
  entity: yup.Schema<E>
  fields: readonly string[]
  filters: F
  create: yup.Schema<C>
  update: yup.Schema<U>
}) {
  const path = `/api/v1/${kind.base}`
  const need = (action: Action) => ({ action, subject: kind.subject })
  const { noun } = kind
  return {
    list: defineOperation({
      id: `${kind.domain}.list`,
      method: 'GET',
      path,
      aliases: kind.aliases,
      access: need('read'),
      envelope: 'list',
      streams: true,
      summary: `The ${noun}s that the caller may see; as NDJSON with Accept: application/x-ndjson.`,
      query: listQuery(kind.filters, kind.fields),
      data: yup.array(kind.entity).required(),
    }),
    get: defineOperation({
      id: `${kind.domain}.get`,
      method: 'GET',
      path: `${path}/:id`,
      access: need('read'),
      envelope: 'standard',
      summary: `One ${noun}.`,
      params: idParams,
      data: kind.entity,
    }),
    history: defineOperation({
      id: `${kind.domain}.history`,
      method: 'GET',
      path: `${path}/:id/history`,
      access: need('read'),
      envelope: 'standard',
      summary: `Who changed what of a ${noun}: the newest entries first, values limited to the fields that the caller may read.`,
      params: idParams,
      data: yup.array(historyEntrySchema.required()).required(),
    }),
    create: defineOperation({
      id: `${kind.domain}.create`,
      method: 'POST',
      path,
      access: need('create'),
      envelope: 'standard',
      summary: `Adds a ${noun}.`,
      body: kind.create,
      data: kind.entity,
    }),
    update: defineOperation({
      id: `${kind.domain}.update`,
      method: 'PATCH',
      path: `${path}/:id`,
      envelope: 'standard',
      ifMatch: true,
      access: (body) => need(isEnableDisable(body) ? 'delete' : 'update'),
      summary: `Changes a ${noun}; or, with exactly { is_deleted }, enables or disables it.`,
      params: idParams,
      body: yup.lazy((body: unknown) =>
        isEnableDisable(body) ? enableDisableSchema : kind.update,
      ) as unknown as yup.Schema<U | { is_deleted: boolean }>,
      data: kind.entity,
    }),
    enableDisable: defineOperation({
      id: `${kind.domain}.enableDisable`,
      method: 'PATCH',
      path: `${path}/enable-disable/:id`,
      access: need('delete'),
      envelope: 'standard',
      ifMatch: true,
      summary: `Enables or disables a ${noun}.`,
      params: idParams,
      body: enableDisableSchema,
      data: kind.entity,
    }),
    resetPassword: defineOperation({
      id: `${kind.domain}.resetPassword`,
      method: 'PATCH',
      path: `${path}/reset-password/:id`,
      access: need('update'),
      envelope: 'standard',
      ifMatch: true,
      summary: `Sets a new password for a ${noun} and ends their sessions.`,
      params: idParams,
      body: passwordResetSchema,
      data: nothing,
    }),
  } as const
}
