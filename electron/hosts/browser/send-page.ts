import type { FastifyReply } from 'fastify';
import type { IndexPage } from '../index-page.ts';

export function sendPage(reply: FastifyReply, page: IndexPage): FastifyReply {
  return reply
    .header('content-security-policy', page.contentPolicy)
    .type('text/html; charset=utf-8')
    .send(page.html);
}
