/** Two-factor authentication of the signed-in person (spec 7; contract, Writes: step-up). */
import * as yup from 'yup'
import {
  newRecoveryCodesSchema,
  recoveryCodesSchema,
  stepUpReplySchema,
  stepUpSchema,
  twoFactorEnableSchema,
  twoFactorSetupSchema,
  twoFactorUserSchema,
} from '../entities/two-factor'
import { id } from '../schema'
import { defineOperation, nothing } from './operation'

const path = '/api/v1/admin-two-fa'
const alias = '/api/v1/two-fa'
const recoveryPath = '/api/v1/admin/profile/recovery-codes'

export const twoFactorOperations = {
  status: defineOperation({
    id: 'twoFactor.status',
    method: 'GET',
    path: `${path}/:userId`,
    aliases: [`${alias}/:userId`],
    access: 'signedIn',
    envelope: 'standard',
    summary: 'Whether two-factor is on: for the caller, or for staff whose two_fa_enabled the caller may read.',
    params: yup.object({ userId: id() }).noUnknown().strict(),
    data: yup.boolean().required(),
  }),
  setup: defineOperation({
    id: 'twoFactor.setup',
    method: 'POST',
    path,
    aliases: [alias],
    access: 'signedIn',
    envelope: 'standard',
    summary:
      'Begins to turn the caller’s two-factor on, within five minutes of a step-up: creates a new secret, which replaces an unfinished one.',
    body: twoFactorUserSchema,
    data: twoFactorSetupSchema,
  }),
  enable: defineOperation({
    id: 'twoFactor.enable',
    method: 'PATCH',
    path: `${path}/enable`,
    aliases: [`${alias}/enable`],
    access: 'signedIn',
    envelope: 'standard',
    summary: 'Turns the caller’s two-factor on, with a code of the secret that was returned last.',
    body: twoFactorEnableSchema,
    data: nothing,
  }),
  disable: defineOperation({
    id: 'twoFactor.disable',
    method: 'PATCH',
    path: `${path}/disable`,
    aliases: [`${alias}/disable`],
    access: 'signedIn',
    envelope: 'standard',
    summary:
      'Turns the caller’s two-factor off, within five minutes of a step-up; without one 403 with the code STEP_UP_REQUIRED.',
    body: twoFactorUserSchema,
    data: nothing,
  }),
  stepUp: defineOperation({
    id: 'twoFactor.stepUp',
    method: 'POST',
    path: `${path}/step-up`,
    aliases: [`${alias}/step-up`],
    access: 'signedIn',
    envelope: 'standard',
    summary:
      'Verifies the caller’s identity again, by password and (if two-factor is on) a code: sensitive actions are allowed for five minutes.',
    body: stepUpSchema,
    data: stepUpReplySchema,
  }),
  recoveryCodes: defineOperation({
    id: 'twoFactor.recoveryCodes',
    method: 'GET',
    path: recoveryPath,
    access: 'signedIn',
    envelope: 'standard',
    summary: 'How many recovery codes the caller has left.',
    data: recoveryCodesSchema,
  }),
  newRecoveryCodes: defineOperation({
    id: 'twoFactor.newRecoveryCodes',
    method: 'POST',
    path: recoveryPath,
    access: 'signedIn',
    envelope: 'standard',
    summary:
      'Creates ten recovery codes, within five minutes of a step-up; earlier ones stop working. The codes are sent only once.',
    data: newRecoveryCodesSchema,
  }),
} as const
