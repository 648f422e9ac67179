import type { FastifyInstance } from 'fastify';

const ROUTE = /^(?<indent>[│ ]*)[├└]── (?<path>\S+) \((?<methods>[A-Z, ]+)\)$/;
const INDENT_WIDTH = 4;

/** Lists every Fastify route with its method, in the form of OpenAPI: `GET /api/orders/{id}`. */
export function routesOf(app: FastifyInstance): string[] {
  const parents: string[] = [];
  const lines = app.printRoutes({ commonPrefix: false }).split('\n');
  return lines
    .filter((line) => line !== '')
    .flatMap((line) => {
      const { indent = '', path = '', methods = '' } = ROUTE.exec(line)?.groups ?? {};
      if (path === '') throw new Error(`not a line of a route: ${line}`);
      const depth = indent.length / INDENT_WIDTH;
      const whole = (parents[depth - 1] ?? '') + path;
      parents[depth] = whole;
      return methods.split(', ').map((method) => `${method} ${whole.replaceAll(/:(\w+)\([^/]+\)/g, '{$1}')}`);
    });
}
