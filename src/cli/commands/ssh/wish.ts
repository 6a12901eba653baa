import { Failure } from "../../../core/failure.ts";
import type { Options } from "../../invocation/invocation.ts";
import { checkWish } from "../../ssh/choice.ts";
import type { LoginWish } from "../../ssh/inventory.ts";

/** Which user and address the line asks for, checked before anything is sent; a usage `Failure` otherwise. */
export function readWish(options: Options): LoginWish {
  const user = options["login-name"];
  if (user !== undefined && !/^[^\s\p{Cc}-][^\p{Cc}]*$/u.test(user))
    throw new Failure("usage", "--login-name takes the name of a user");
  const wish = { user, family: options.family, place: options.address };
  checkWish(wish);
  return wish;
}
