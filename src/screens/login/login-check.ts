/** The rules of the login form (spec 5, Login). */
import { yupResolver } from '@hookform/resolvers/yup'
import type { Resolver } from 'react-hook-form'
import { loginSchema, type LoginForm } from '@contract/entities/session'
import { asMeant } from '@contract/schema'

const check = yupResolver(loginSchema) as Resolver<LoginForm>

/** Reads and checks what was typed. */
export const checkLogin: Resolver<LoginForm> = (values, context, options) =>
  check(asMeant(loginSchema, values) as LoginForm, context, options)
