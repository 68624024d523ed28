/** Access info on the wire (spec 3). The rules for it are in permissions.ts. */
import * as yup from 'yup'
import { ACTIONS, EVERYTHING, SUBJECTS, type Access } from '../permissions'

export const permissionSchema = yup.object({
  action: yup.string().oneOf(ACTIONS).required(),
  subject: yup
    .string()
    .oneOf([...SUBJECTS, EVERYTHING] as const)
    .required(),
  fields: yup.array(yup.string().required()).required(),
})

export const accessSchema: yup.ObjectSchema<Required<Access>> = yup.object({
  accessible_pages: yup.array(yup.string().required()).required(),
  permissions: yup.array(permissionSchema).required(),
  stores: yup
    .array(
      yup.object({
        code: yup.string().required(),
        name: yup.string().required(),
        is_deleted: yup.boolean().required(),
      }),
    )
    .required(),
})
