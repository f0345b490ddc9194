-- the looks that settings held before there were themes: of unit 2, its partner and the platform
update tenant_setting set title = 'Serra', theme = '{"name": "Serra", "colours": {"card": "#ffffff"}, "show_background_image": false}',
  sign_in_sentence = '{"pt-BR": "Onde está cada carga."}'
  where tenant_id = lpad('2', 32, '0')::uuid;
update partner_setting set title = 'Partner';
update platform_setting set title = 'Platform';
