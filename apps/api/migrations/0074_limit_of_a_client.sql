-- A limit below the people whom the client has already would stop nobody and surprise everybody.
create function guard_limit_of_client() returns trigger language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  perform guard_client_seats(new.id);
  return null;
end
$$;
create trigger limit_of_client after update of user_limit on client for each row
  when (new.user_limit < coalesce(old.user_limit, new.user_limit + 1))
  execute function guard_limit_of_client();
