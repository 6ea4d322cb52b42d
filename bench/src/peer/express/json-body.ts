import express, { type RequestHandler } from 'express'
import { Failure } from '../mongoose/failure.ts'

const requireJson: RequestHandler = (req, _res, next) => {
  if (!req.is('application/json')) throw new Failure(415, 'Send the header content-type: application/json')
  next()
}

export const jsonBody = [requireJson, express.json({ limit: '1mb' })] as const
