SELECT given.root, given.key, given.polarity, given.day
FROM given_lesson AS given
JOIN session AS root ON root.key = given.root
WHERE coalesce(root.git_root, root.directory, '') IN (SELECT unnest(?))
ORDER BY given.root, given.key, given.polarity
