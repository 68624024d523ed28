/** The signed-in person: profile, permissions, own password, and the data of Home (spec 7). */
import * as yup from 'yup'
import { accessSchema } from '../entities/access'
import { profileSchema } from '../entities/profile'
import { preferenceChangesSchema, preferencesSchema } from '../entities/preferences'
import { changePasswordSchema } from '../entities/session'
import { defineOperation, nothing } from './operation'
import { PREFERENCES_PATH } from './profile-paths'

export const profileOperations = {
  profile: defineOperation({
    id: 'profile.get',
    method: 'GET',
    path: '/api/v1/admin/profile',
    access: 'signedIn',
    envelope: 'standard',
    summary: 'The signed-in person.',
    data: profileSchema,
  }),
  access: defineOperation({
    id: 'profile.access',
    method: 'GET',
    path: '/api/v1/user-permissions',
    access: 'signedIn',
    envelope: 'standard',
    summary: 'The pages that the signed-in person may open, and their permissions.',
    data: accessSchema,
  }),
  changePassword: defineOperation({
    id: 'profile.changePassword',
    method: 'PATCH',
    path: '/api/v1/admin/change-password',
    access: 'signedIn',
    envelope: 'standard',
    summary: 'Changes the caller’s password and ends their other sessions.',
    body: changePasswordSchema,
    data: nothing,
  }),
  preferences: defineOperation({
    id: 'profile.preferences',
    method: 'PATCH',
    path: PREFERENCES_PATH,
    access: 'signedIn',
    envelope: 'standard',
    summary:
      'Sets or (with null) removes some of the caller’s own preferences; the last write of each counts. Returns all of them.',
    body: preferenceChangesSchema,
    data: yup.object({ preferences: preferencesSchema }),
  }),
  /**
   * The counts that the server has until the dashboard exists. A group is omitted if its subject may not be read, and
   * null if it could not be counted now: one failure does not affect the other groups.
   */
  counts: defineOperation({
    id: 'profile.counts',
    method: 'GET',
    path: '/api/v1/admin/profile/counts',
    access: 'signedIn',
    envelope: 'standard',
    summary:
      'Counts for Home: staff and users, how many of each are disabled. A group that could not be counted now is null.',
    data: yup.object({
      staff: yup
        .object({ total: yup.number().required(), disabled: yup.number().required() })
        .nullable()
        .optional()
        .default(undefined),
      users: yup
        .object({
          total: yup.number().required(),
          disabled: yup.number().required(),
          verified: yup.number().required(),
        })
        .nullable()
        .optional()
        .default(undefined),
      counted_at: yup.string().required(),
    }),
  }),
} as const
