/** The signed-in person: profile, permissions, own password, and the data of Home (spec 7). */
import * as yup from 'yup'
import { accessSchema } from '../entities/access'
import { profileSchema } from '../entities/profile'
import { preferenceChangesSchema, preferencesSchema } from '../entities/preferences'
import { changePasswordSchema } from '../entities/session'
import { SUBJECTS, type Subject } from '../permissions'
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
    summary:
      'The pages that the signed-in person may open, their permissions, and the stores whose records they may see.',
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
   * The counts that the server has until the dashboard exists. Records that the caller may not read are omitted, and so are
   * values of fields that the caller may not read.
   */
  counts: defineOperation({
    id: 'profile.counts',
    method: 'GET',
    path: '/api/v1/admin/profile/counts',
    access: 'signedIn',
    envelope: 'standard',
    summary:
      'Counts for Home: how many records of some kinds there are, and how many of them have certain values. The total of a kind that could not be counted now is null.',
    data: yup.object({
      records: yup
        .array(
          yup.object({
            subject: yup.mixed<Subject>().oneOf(SUBJECTS).required(),
            total: yup.number().integer().min(0).defined().nullable(),
            parts: yup
              .array(
                yup.object({
                  field: yup.string().required(),
                  value: yup.string().required(),
                  count: yup.number().integer().min(0).required(),
                }),
              )
              .required(),
          }),
        )
        .required(),
      counted_at: yup.string().required(),
    }),
  }),
} as const
