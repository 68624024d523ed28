/** The roles that accounts can have (contract, Access). */
import * as yup from 'yup'
import { roleSchema } from '../entities/role'
import { defineOperation } from './operation'

export const roleOperations = {
  list: defineOperation({
    id: 'roles.list',
    method: 'GET',
    path: '/api/v1/admin-user-permissions/roles',
    access: 'signedIn',
    envelope: 'standard',
    summary: 'The roles that the caller may give to an account.',
    data: yup.array(roleSchema).required(),
  }),
} as const
