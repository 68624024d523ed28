/** The rules of the login form (spec 5, Login). */
import { yupResolver } from '@hookform/resolvers/yup'
import { loginSchema } from '@contract/entities/session'

export const checkLogin = yupResolver(loginSchema)
