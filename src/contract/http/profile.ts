/** The signed-in person: profile, rights, own password, and what Home shows (spec 7). */
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
    summary: 'Changes one’s own password and ends one’s other sessions.',
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
      'Sets or (with null) removes some of the caller’s own preferences; the last write of each counts. Answers with all of them.',
    body: preferenceChangesSchema,
    data: yup.object({ preferences: preferencesSchema }),
  }),
  /**
   * Until the dashboard's issue: the counts that the server has. Each is left out where its subject may not be read, and null
   * where it could not be counted now: one that fails does not take the others with it.
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
