/** What the invented retailer sells: each article comes from two of its category's brands. */
type Product = {
  name: string;
  category: string;
  subcategory: string;
  brand: string;
  price: number;
  unit_cost: number;
  popularity: number;
};

type Category = {
  name: string;
  /** Share of the list price that an article costs the retailer. */
  cost_share: number;
  brands: [string, string, string, string];
  subcategories: { name: string; articles: [name: string, price: number, popularity: number][] }[];
};

const categories: Category[] = [
  {
    name: 'Eletrônicos',
    cost_share: 0.74,
    brands: ['Voltra', 'Nexum', 'Aris', 'Tupã'],
    subcategories: [
      {
        name: 'Áudio',
        articles: [
          ['Fone de ouvido sem fio', 249.9, 9],
          ['Caixa de som portátil', 329.9, 7],
          ['Soundbar', 899.9, 3],
        ],
      },
      {
        name: 'Informática',
        articles: [
          ['Notebook 14"', 3299, 3],
          ['Mouse sem fio', 89.9, 9],
          ['Teclado mecânico', 359.9, 4],
        ],
      },
      {
        name: 'Telefonia',
        articles: [
          ['Smartphone 128 GB', 1899, 6],
          ['Carregador rápido', 119.9, 10],
        ],
      },
      {
        name: 'Vídeo',
        articles: [
          ['Smart TV 50"', 2499, 3],
          ['Projetor portátil', 1299, 1],
        ],
      },
    ],
  },
  {
    name: 'Casa e cozinha',
    cost_share: 0.58,
    brands: ['Casa Lume', 'Ipê', 'Bela Mesa', 'Nativa'],
    subcategories: [
      {
        name: 'Eletroportáteis',
        articles: [
          ['Cafeteira elétrica', 279.9, 6],
          ['Fritadeira sem óleo', 449.9, 7],
          ['Liquidificador', 199.9, 6],
        ],
      },
      {
        name: 'Utensílios',
        articles: [
          ['Jogo de panelas', 389.9, 4],
          ['Jogo de facas', 149.9, 5],
          ['Garrafa térmica', 99.9, 8],
        ],
      },
      {
        name: 'Cama e banho',
        articles: [
          ['Jogo de cama casal', 219.9, 5],
          ['Toalha de banho', 59.9, 9],
        ],
      },
      {
        name: 'Decoração',
        articles: [
          ['Luminária de mesa', 159.9, 4],
          ['Tapete 2 x 1,5 m', 289.9, 3],
        ],
      },
    ],
  },
  {
    name: 'Moda',
    cost_share: 0.44,
    brands: ['Aruanã', 'Linho & Cia', 'Sete Mares', 'Jacarandá'],
    subcategories: [
      {
        name: 'Feminino',
        articles: [
          ['Vestido midi', 189.9, 6],
          ['Blusa de linho', 129.9, 8],
          ['Calça pantalona', 169.9, 5],
        ],
      },
      {
        name: 'Masculino',
        articles: [
          ['Camisa social', 159.9, 6],
          ['Bermuda sarja', 119.9, 6],
          ['Calça jeans', 179.9, 7],
        ],
      },
      {
        name: 'Calçados',
        articles: [
          ['Tênis casual', 259.9, 7],
          ['Sandália', 139.9, 6],
        ],
      },
      {
        name: 'Acessórios',
        articles: [
          ['Bolsa transversal', 199.9, 4],
          ['Cinto de couro', 89.9, 4],
        ],
      },
    ],
  },
  {
    name: 'Esporte e lazer',
    cost_share: 0.55,
    brands: ['Trilha', 'Pampeiro', 'Onda', 'Cerrado'],
    subcategories: [
      {
        name: 'Corrida',
        articles: [
          ['Tênis de corrida', 399.9, 6],
          ['Camiseta dry', 79.9, 9],
          ['Relógio esportivo', 699.9, 3],
        ],
      },
      {
        name: 'Ciclismo',
        articles: [
          ['Bicicleta aro 29', 1799, 2],
          ['Capacete', 189.9, 3],
          ['Luva de ciclismo', 69.9, 4],
        ],
      },
      {
        name: 'Camping',
        articles: [
          ['Barraca 4 pessoas', 549.9, 2],
          ['Colchão inflável', 179.9, 3],
        ],
      },
      {
        name: 'Praia',
        articles: [
          ['Guarda-sol', 129.9, 4],
          ['Cooler 24 L', 229.9, 4],
        ],
      },
    ],
  },
  {
    name: 'Beleza e saúde',
    cost_share: 0.48,
    brands: ['Flor de Cacau', 'Orvalho', 'Maré', 'Essenza'],
    subcategories: [
      {
        name: 'Perfumaria',
        articles: [
          ['Perfume 100 ml', 229.9, 6],
          ['Colônia 200 ml', 119.9, 6],
          ['Sabonete artesanal', 24.9, 12],
        ],
      },
      {
        name: 'Cabelos',
        articles: [
          ['Secador 2000 W', 219.9, 4],
          ['Xampu 400 ml', 39.9, 12],
          ['Escova alisadora', 189.9, 3],
        ],
      },
      {
        name: 'Pele',
        articles: [
          ['Protetor solar FPS 60', 69.9, 10],
          ['Hidratante corporal', 44.9, 11],
        ],
      },
      {
        name: 'Bem-estar',
        articles: [
          ['Massageador', 259.9, 2],
          ['Balança digital', 129.9, 3],
        ],
      },
    ],
  },
  {
    name: 'Brinquedos',
    cost_share: 0.52,
    brands: ['Pipa', 'Saci', 'Girassol', 'Turma do Bairro'],
    subcategories: [
      {
        name: 'Educativos',
        articles: [
          ['Blocos de montar', 149.9, 7],
          ['Quebra-cabeça 500 peças', 69.9, 6],
          ['Kit de ciências', 129.9, 3],
        ],
      },
      {
        name: 'Bonecos',
        articles: [
          ['Boneca articulada', 119.9, 6],
          ['Herói articulado', 89.9, 6],
          ['Pelúcia', 79.9, 6],
        ],
      },
      {
        name: 'Ar livre',
        articles: [
          ['Patinete', 299.9, 3],
          ['Bola oficial', 99.9, 7],
        ],
      },
      {
        name: 'Jogos',
        articles: [
          ['Jogo de tabuleiro', 159.9, 5],
          ['Carrinho de controle remoto', 249.9, 4],
        ],
      },
    ],
  },
];

export const products: Product[] = categories.flatMap((category) =>
  category.subcategories
    .flatMap((subcategory) => subcategory.articles.map((article) => ({ subcategory: subcategory.name, article })))
    .flatMap(({ subcategory, article: [article, price, popularity] }, index) =>
      [0, 1].map((variant) => {
        const brand = category.brands[(index + variant * 2) % 4] ?? category.brands[0];
        const listPrice = variant === 0 ? price : Math.round(price * 0.82 * 10) / 10;
        return {
          name: `${article} ${brand}`,
          category: category.name,
          subcategory,
          brand,
          price: listPrice,
          unit_cost: Math.round(listPrice * category.cost_share * (variant === 0 ? 1 : 1.06) * 100) / 100,
          popularity: variant === 0 ? popularity : popularity * 0.8,
        };
      }),
    ),
);
